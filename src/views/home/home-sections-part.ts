import { lazyPage } from '../app/lazy-page.tsx';

/** The part of the home page below its first screen. */
export const homeSections = lazyPage(
  'home-sections',
  async () => (await import('./home-sections.view.tsx')).HomeSections,
);
