/** Without a server, the frame gets the style and the script of this page. */
const pageInFrame = (): string => {
  const parts = [...document.querySelectorAll('head > style'), document.getElementById('script')];
  return `<!doctype html><div id="app"></div>${parts.map((part) => part?.outerHTML).join('')}`;
};

/** What a frame needs to draw the portal. `isReport`: this page has no server. */
export const previewSource = (query: Readonly<Record<string, string>>, isReport: boolean) => {
  const text = new URLSearchParams(query).toString();
  return isReport ? { srcDoc: pageInFrame(), 'data-query': text } : { src: `/qa-preview?${text}` };
};
