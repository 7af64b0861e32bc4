import type { Browser } from './browser.ts';

const MOBILE = '(max-width: 750px)';

/** Tells what is so now, then each change. */
export const watchLayout = (browser: Pick<Browser, 'matchMedia'>, tell: (isMobile: boolean) => void): (() => void) => {
  const query = browser.matchMedia(MOBILE);
  const onChange = () => tell(query.matches);
  query.addEventListener('change', onChange);
  onChange();
  return () => query.removeEventListener('change', onChange);
};
