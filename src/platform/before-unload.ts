import type { ListenerTarget } from './browser.ts';

/** Makes the browser ask before the page is left while `isUncertain`. Otherwise removes the listener, because it disables the back/forward cache. */
export const createBeforeUnload = (browser: ListenerTarget) => {
  const preventUnload = (event: Event): void => event.preventDefault();
  let guarding = false;
  return (isUncertain: boolean): void => {
    if (isUncertain === guarding) return;
    guarding = isUncertain;
    if (guarding) browser.addEventListener('beforeunload', preventUnload);
    else browser.removeEventListener('beforeunload', preventUnload);
  };
};
