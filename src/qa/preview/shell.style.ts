import page from '../../index.html?raw';

/** The styles of the empty shell in index.html, which the portal draws again while it starts. */
export const shellStyle = (): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(/<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '');
  return sheet;
};
