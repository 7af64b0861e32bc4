import type { Listens } from './browser.ts';

/** Asks before the page is left while `isUncertain` holds. No listener stays otherwise: it would keep the page out of the back/forward cache. */
export const createBeforeUnload = (browser: Listens) => {
  const ask = (event: Event): void => event.preventDefault();
  let guarding = false;
  return (isUncertain: boolean): void => {
    if (isUncertain === guarding) return;
    guarding = isUncertain;
    if (guarding) browser.addEventListener('beforeunload', ask);
    else browser.removeEventListener('beforeunload', ask);
  };
};
