import purify, { type Config } from 'dompurify';

const TAGS = [
  ...['a', 'abbr', 'b', 'bdi', 'blockquote', 'br', 'caption', 'cite', 'code', 'dd', 'del', 'div', 'dl', 'dt', 'em'],
  ...['figcaption', 'figure', 'h2', 'h3', 'h4', 'hr', 'i', 'img', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 'q'],
  ...['rp', 'rt', 'ruby', 's', 'small', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead'],
  ...['tr', 'u', 'ul', 'wbr'],
];
const ATTRIBUTES = ['alt', 'colspan', 'dir', 'height', 'href', 'lang', 'rowspan', 'scope', 'src', 'title', 'width'];

/** Bounds of what an article may ask for: CSS pixels of a picture, cells of a span. */
const MOST = { width: 2_000, height: 2_000, colspan: 24, rowspan: 100 } as const;

const CONFIG = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  FORBID_CONTENTS: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'select', 'textarea'],
  RETURN_DOM_FRAGMENT: true,
} as const satisfies Config & { readonly RETURN_DOM_FRAGMENT: true };

const parsed = (address: string | null): URL | null => {
  if (address === null || !URL.canParse(address, document.baseURI)) return null;
  return new URL(address, document.baseURI);
};

const isOwn = ({ origin }: URL): boolean => origin === location.origin;

/** The web, a letter, or this site; everything else is no link any more, its words stay. */
const cleanLink = (link: Element): void => {
  const to = parsed(link.getAttribute('href'));
  const leads = to !== null && (isOwn(to) || ['https:', 'http:', 'mailto:'].includes(to.protocol));
  if (!leads) {
    link.removeAttribute('href');
    return;
  }
  link.setAttribute('rel', 'noopener noreferrer');
  link.setAttribute('target', isOwn(to) ? '_self' : '_blank');
};

/** Pictures by https or from this site; their hosts are told nothing, and none is fetched before it is near. */
const cleanPicture = (picture: Element): void => {
  const source = parsed(picture.getAttribute('src'));
  if (source === null || !(source.protocol === 'https:' || (isOwn(source) && source.protocol === 'http:'))) {
    picture.remove();
    return;
  }
  picture.setAttribute('referrerpolicy', 'no-referrer');
  picture.setAttribute('loading', 'lazy');
  picture.setAttribute('decoding', 'async');
  if (!picture.hasAttribute('alt')) picture.setAttribute('alt', '');
};

const capNumbers = (element: Element): void => {
  for (const [name, most] of Object.entries(MOST)) {
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
 * HTML of strangers as nodes that can only be read: an allow-list of tags and attributes, no script, handler, style, form, frame, SVG,
 * id or name. Nodes and not text, so that nothing is parsed a second time. The one Trusted Types policy is the library's, `dompurify`.
 */
export const cleanHtml = (html: string): DocumentFragment => purify.sanitize(html, CONFIG);
