/** Resolves in a task of its own, so that the browser can draw and respond in between. */
export const nextTask = (browser: Pick<Window, 'setTimeout'>): Promise<void> =>
  new Promise((resolve) => void browser.setTimeout(resolve, 0));
