/** Stops messages of other origins before a receiver gets them: the package's receiver accepts every origin. */
export const stopForeignMessages = (page: Pick<Window, 'addEventListener' | 'location'>): void =>
  page.addEventListener(
    'message',
    (event) => {
      if (event.origin !== page.location.origin) event.stopImmediatePropagation();
    },
    { capture: true },
  );
