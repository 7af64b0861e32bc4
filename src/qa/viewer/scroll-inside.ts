/** Shows the target in the middle of its pane, and keeps the page where it is: on a phone the toolbar would leave the screen. */
export const scrollInside = (target: Element, inline: 'center' | 'nearest'): void => {
  const { scrollX: left, scrollY: top } = window;
  target.scrollIntoView({ block: 'center', inline });
  window.scrollTo({ left, top, behavior: 'instant' });
};
