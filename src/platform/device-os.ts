import { attempt } from './attempt.ts';
import type { Browser } from './browser.ts';

/** The operating system as the API names it. Anything except iOS and iPadOS is `android`. */
export const deviceOs = (navigator: Browser['navigator']): 'ios' | 'android' => {
  const userAgent = attempt(() => navigator.userAgent) ?? '';
  const touchPoints = attempt(() => navigator.maxTouchPoints) ?? 0;
  const isTablet = /macintosh/i.test(userAgent) && touchPoints > 1;
  return isTablet || /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : 'android';
};

const MOBILE = '(max-width: 750px)';

/** Emits the current value, then every change. Without media queries the layout is that of a desktop. */
export const watchLayout = (
  browser: Pick<Browser, 'matchMedia'>,
  listener: (isMobile: boolean) => void,
): (() => void) => {
  const query = attempt(() => browser.matchMedia(MOBILE));
  const onChange = () => listener(attempt(() => query?.matches) === true);
  attempt(() => query?.addEventListener('change', onChange));
  onChange();
  return () => void attempt(() => query?.removeEventListener('change', onChange));
};
