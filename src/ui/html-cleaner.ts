import purify, { type Config } from 'dompurify';
import { parsedUrl } from './parsed-url.ts';

const TAGS = [
  ...['a', 'abbr', 'b', 'bdi', 'blockquote', 'br', 'caption', 'cite', 'code', 'dd', 'del', 'div', 'dl', 'dt', 'em'],
  ...['figcaption', 'figure', 'h2', 'h3', 'h4', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 'q'],
  ...['rp', 'rt', 'ruby', 's', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead'],
  ...['tr', 'u', 'ul', 'wbr'],
];
const ATTRIBUTES = ['alt', 'colspan', 'dir', 'height', 'href', 'lang', 'rowspan', 'scope', 'src', 'title', 'width'];

/** Limits for articles: CSS pixels of a picture, cells of a span. */
const LIMITS = { width: 2_000, height: 2_000, colspan: 24, rowspan: 100 } as const;

const CONFIG = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  FORBID_CONTENTS: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'select', 'textarea'],
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config & { readonly RETURN_DOM_FRAGMENT: true };

const parsed = (address: string | null): URL | null => (address === null ? null : parsedUrl(address, document.baseURI));

const isSameOrigin = ({ origin }: URL): boolean => origin === location.origin;

/** Allows http(s), mailto and same-origin links; others lose their href but not their text. */
const cleanLink = (link: Element): void => {
  const to = parsed(link.getAttribute('href'));
  const leads = to !== null && (isSameOrigin(to) || ['https:', 'http:', 'mailto:'].includes(to.protocol));
  if (!leads) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('rel', 'noopener noreferrer');
  link.setAttribute('target', isSameOrigin(to) ? '_self' : '_blank');
};

/**
 * Allows https and same-origin pictures; they load lazily and without a referrer. The Content-Security-Policy of the page is stricter: it
 * refuses pictures of other origins.
 */
const cleanPicture = (picture: Element): void => {
  const source = parsed(picture.getAttribute('src'));
  if (source === null || !(source.protocol === 'https:' || (isSameOrigin(source) && source.protocol === 'http:'))) {
    picture.remove();
    return;
  }
  picture.setAttribute('referrerpolicy', 'no-referrer');
  picture.setAttribute('loading', 'lazy');
  picture.setAttribute('decoding', 'async');
  if (!picture.hasAttribute('alt')) picture.setAttribute('alt', '');
};

const capNumbers = (element: Element): void => {
  for (const [name, most] of Object.entries(LIMITS)) {
    const value = element.getAttribute(name);
    if (value !== null && !(/^[1-9]\d{0,3}$/.test(value) && Number(value) <= most)) element.removeAttribute(name);
  }
};

purify.addHook('afterSanitizeAttributes', (element) => {
  capNumbers(element);
  if (element.nodeName === 'A') cleanLink(element);
  if (element.nodeName === 'IMG') cleanPicture(element);
});

/**
 * Sanitizes untrusted HTML into a DocumentFragment: an allow-list of tags and attributes, without script, handler, style, form,
 * frame, SVG, id or name. It returns nodes instead of text, so that nothing is parsed twice. Its Trusted Types policy is `dompurify`.
 */
export const cleanHtml = (html: string): DocumentFragment => purify.sanitize(html, CONFIG);
