import base from '../../styles/base.css?inline';
import tokens from '../../styles/tokens.css?inline';
import { SHELL_STYLE } from '../preview/shell.style.ts';

const sheetsOfParts = import.meta.glob<string>('../../ui/*.module.css', {
  eager: true,
  query: '?inline',
  import: 'default',
});
const sheetsOfViews = import.meta.glob<string>('../../views/*/**/*.module.css', {
  eager: true,
  query: '?inline',
  import: 'default',
});

/** In a saved page, a dialog is open but not modal, and a picture on a server is only its alternative text. */
const SAVED = `
dialog[open]{position:fixed;z-index:99;inset:0;margin:auto;block-size:fit-content;box-shadow:0 0 0 200vmax var(--shade)}
img[data-missing]{background:var(--surface-2)}
*,::before,::after{animation:none!important;transition:none!important}
`;
const LOADED = /url\((?!["']?data:)[^)]*\)/g;

/** Every style of the portal's views, without the pictures that it loads. */
export const portalStyle = (): string =>
  [tokens, base, SHELL_STYLE, ...Object.values(sheetsOfParts), ...Object.values(sheetsOfViews), SAVED]
    .join('\n')
    .replace(LOADED, 'none')
    .replaceAll('</', '<\\/');
