import type { Browser } from './browser.ts';

/** The operating system as the API names it. Anything except iOS and iPadOS is `android`. */
export const deviceOs = ({ userAgent = '', maxTouchPoints = 0 }: Browser['navigator']): 'ios' | 'android' => {
  const isTablet = /macintosh/i.test(userAgent) && maxTouchPoints > 1;
  return isTablet || /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : 'android';
};
