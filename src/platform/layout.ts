import { attempt } from './attempt.ts';
import type { Browser } from './browser.ts';

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
