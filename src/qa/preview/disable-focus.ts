/**
 * The portal focuses headings and dialogs as they open, which would take the keyboard from the page around the preview. Without `focus`
 * the preview gets the focus only from a pointer or the Tab key.
 */
export const disableFocus = (): void => {
  HTMLElement.prototype.focus = () => undefined;
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function () {
    // Browsers do not focus inert elements.
    this.inert = true;
    showModal.call(this);
    this.inert = false;
  };
};
