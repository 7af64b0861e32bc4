/** Scrolls to the heading; to the top if it is the heading of the page. */
export const focusHeading = (heading: HTMLElement): void => {
  const isTop = heading.tagName === 'H1';
  heading.tabIndex = -1;
  if (isTop) heading.ownerDocument.documentElement.scrollTop = 0;
  heading.focus({ preventScroll: isTop });
};
