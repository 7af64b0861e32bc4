import type { Browser } from './browser.ts';

/** What the API calls the player's system; whatever is not of Apple's mobile family counts as android. */
export const deviceOs = ({ userAgent = '', maxTouchPoints = 0 }: Browser['navigator']): 'ios' | 'android' => {
  const isTablet = /macintosh/i.test(userAgent) && maxTouchPoints > 1;
  return isTablet || /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : 'android';
};
