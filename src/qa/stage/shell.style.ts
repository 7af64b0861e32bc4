import page from '../../index.html?raw';

/** What the first page says of its empty shell, which the portal draws again while it starts. */
export const shellStyle = (): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(/<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '');
  return sheet;
};
