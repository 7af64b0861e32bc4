import page from '../../index.html?raw';

/** The styles of the empty shell in index.html, which the portal draws again while it starts. */
const SHELL_STYLE = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';

export const shellStyle = (): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHELL_STYLE);
  return sheet;
};
