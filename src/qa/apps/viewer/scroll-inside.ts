/** Scrolls the target to the middle of its pane without scrolling the page: on a phone the toolbar would leave the screen. */
export const scrollInside = (target: Element, inline: 'center' | 'nearest'): void => {
  const { scrollX: left, scrollY: top } = window;
  target.scrollIntoView({ block: 'center', inline });
  window.scrollTo({ left, top, behavior: 'instant' });
};
