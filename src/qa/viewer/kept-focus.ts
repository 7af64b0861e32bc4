/**
 * What a page in a frame focuses for itself, as a dialog does when it opens, takes the keys from whoever steps through the recording:
 * they get them back. A pointer in the frame and the Tab key may go there. Gives what ends it.
 */
export const keepFocus = (inside: Window): (() => void) => {
  const ending = new AbortController();
  const listening = { signal: ending.signal, capture: true };
  let held = document.activeElement;
  let isWanted = false;
  const want = (): void => {
    isWanted = true;
  };
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || target instanceof HTMLIFrameElement) return;
      held = target;
      isWanted = false;
    },
    listening,
  );
  document.addEventListener('keydown', ({ key }) => key === 'Tab' && want(), listening);
  inside.addEventListener('pointerdown', want, listening);
  inside.addEventListener(
    'focus',
    () => {
      // In the middle of its own way to the frame the focus cannot be turned round.
      if (!isWanted) setTimeout(() => held instanceof HTMLElement && held.focus({ preventScroll: true }));
    },
    listening,
  );
  return () => ending.abort();
};
