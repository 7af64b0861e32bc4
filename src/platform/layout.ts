import type { Browser } from './browser.ts';

const MOBILE = '(max-width: 750px)';

/** Emits the current value, then every change. */
export const watchLayout = (
  browser: Pick<Browser, 'matchMedia'>,
  listener: (isMobile: boolean) => void,
): (() => void) => {
  const query = browser.matchMedia(MOBILE);
  const onChange = () => listener(query.matches);
  query.addEventListener('change', onChange);
  onChange();
  return () => query.removeEventListener('change', onChange);
};
