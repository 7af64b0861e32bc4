import { MASKED_HOST } from '../../core/redact/redactor.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The words of a page or a line without spaces, which depend on the elements, and without case, which depends on the styles. */
export const bareText = (markup: string): string =>
  textOf(markup)
    .replaceAll(/[\s\u200b\u2060\u00ad\u2066-\u2069]/g, '')
    .toLowerCase();

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const attribute = (markup: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(markup)?.[1] ?? null;

const MESSAGE = /<(\w+)\b[^>]*\srole="(?:alert|status)"[^>]*>/g;
const SENTENCE = /<(strong|h\d|p)\b[^>]*>(.*?)<\/\1>/gs;
/** A masked value, which no page of a test shows. */
const MASKED = '•';
const isMasked = (words: string): boolean => words.includes(MASKED) || words.includes(MASKED_HOST);
const TIME = /\d:\d\d/;

const contentAt = (markup: string, start: number, name: string): string => {
  let depth = 0;
  for (const tag of markup.slice(start).matchAll(new RegExp(`<(/?)${name}\\b[^>]*>`, 'g'))) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return markup.slice(start, start + tag.index);
  }
  return markup.slice(start);
};

const isSteady = (words: string): boolean => words !== '' && !isMasked(words) && !TIME.test(words);

/** The title and the text of the first message that is not empty. */
const noticesOf = (markup: string): readonly string[] => {
  for (const { 0: tag, 1: name = '', index } of markup.matchAll(MESSAGE)) {
    if (tag.includes('aria-busy')) continue;
    const inner = contentAt(markup, index, name).slice(tag.length);
    if (textOf(inner) === '') continue;
    const sentences = [...inner.matchAll(SENTENCE)].map(([, , words = '']) => words);
    return (sentences.length > 0 ? sentences : [inner])
      .map((words) => words.replaceAll('<!-- -->', ''))
      .filter((words) => !words.includes('<'))
      .map(textOf)
      .filter(isSteady)
      .slice(0, 2);
  }
  return [];
};

/** What a drawn page shows, by the attributes that the page models read. `notices`: the sentences of its first message. */
export const pageMarks = (markup: string) => {
  const main = /<main\b.*?<\/main>/s.exec(markup)?.[0] ?? '';
  const dialog = /<dialog\b[^>]*>/.exec(markup)?.[0] ?? '';
  const inside = main.slice(main.indexOf('>') + 1);
  return {
    screen: attribute(main.slice(0, main.indexOf('>') + 1), 'data-screen'),
    state: attribute(inside, 'data-state'),
    dialog: attribute(dialog, 'data-state'),
    payment: attribute(inside, 'data-payment'),
    points: attribute(inside, 'data-points'),
    list: attribute(inside, 'data-list'),
    notices: noticesOf(main),
    isBusy: /aria-busy="true"/.test(main),
  };
};

export type PageMarks = ReturnType<typeof pageMarks>;

/** Whether a page has these words, in any case and with any space between them. */
export const shows = (markup: string, words: string): boolean =>
  textOf(markup).toLowerCase().includes(words.replaceAll(/\s+/g, ' ').trim().toLowerCase());

const LABEL = /<label\b[^>]*>(.*?)<\/label>/gs;
const LEGEND = /<legend\b[^>]*>(.*?)<\/legend>/s;
const GROUP = /<fieldset\b[^>]*>(.*?)<\/fieldset>/gs;
const TITLE = /<span[^>]*-title"[^>]*>(.*?)<\/span>(?:<span[^>]*-notes"|<\/span>)/s;

const radiosOf = (markup: string) =>
  [...markup.matchAll(GROUP)].flatMap(([, group = '']) => {
    const legend = textOf(LEGEND.exec(group)?.[1] ?? '');
    return [...group.matchAll(LABEL)].map(([, label = ''], place) => ({
      legend,
      place,
      label: textOf(TITLE.exec(label)?.[1] ?? label),
      value: attribute(label, 'value'),
    }));
  });

/** The radio buttons with a value, top to bottom. `place`: in the group of the legend. */
export const drawnRadios = (markup: string, value: string) =>
  radiosOf(markup).filter((radio) => radio.value === escaped(value));

/** The link to an address; null if the page has none. `isInMenu`: only the account menu has it. */
export const drawnLink = (markup: string, to: string) => {
  const menu = markup.indexOf('id="account-menu"');
  const main = markup.indexOf('<main');
  const links = [...markup.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)]
    .filter(([, attributes = '']) => attribute(` ${attributes}`, 'href') === escaped(to))
    .map(({ 1: attributes = '', 2: inner = '', index }) => ({
      words: textOf(attribute(` ${attributes}`, 'aria-label') ?? inner),
      isInMenu: menu >= 0 && index > menu,
      isInHeader: index < main,
    }))
    .filter(({ words }) => words !== '' && !isMasked(words));
  return links.findLast(({ isInHeader }) => isInHeader) ?? links.find(({ isInMenu }) => !isInMenu) ?? links[0] ?? null;
};

export const hasButton = (markup: string, words: string): boolean =>
  [...markup.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)].some(([, attributes = '', inner = '']) =>
    textOf(attribute(` ${attributes}`, 'aria-label') ?? inner).startsWith(words),
  );
