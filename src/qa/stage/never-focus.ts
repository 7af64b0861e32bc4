/**
 * What the portal focuses for itself, a heading or a dialog as it opens, would take the keys from the page around the stage. The stage
 * gets the focus only from a pointer or the Tab key.
 */
export const neverFocus = (): void => {
  HTMLElement.prototype.focus = () => undefined;
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function () {
    // Nothing inert is focused.
    this.inert = true;
    showModal.call(this);
    this.inert = false;
  };
};
