/** The text that a field of a form shows. A password manager may have filled it in without an event. */
export const formText = (form: HTMLFormElement, name: string): string => {
  const text = new FormData(form).get(name);
  return typeof text === 'string' ? text : '';
};
