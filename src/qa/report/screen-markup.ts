/** Markup that React writes for hydration, and elements that a page loads or runs: a saved screen needs none of them. */
const NOT_DRAWN = /<!--.*?-->|<(?:link|meta)\b[^>]*>|<(script|title|template)\b[^>]*>.*?<\/\1>/gs;
const PICTURE = /(<img\b[^>]*?) src="([^"]*)"/g;
const STYLE = / style="([^"]*)"/g;
const ROW = / data-(?:preview|row)="\d+"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
/** Sizes and font settings; nothing that could load a file or leave its rule. */
const HARMLESS = /^[\w\s:;.,%()-]*$/;

/** Styles of elements by number. A content security policy without `unsafe-inline` forbids them as attributes. */
export const createStyleRules = () => {
  const rules = new Map<string, number>();
  return {
    numberOf: (text: string): number => {
      const known = rules.get(text) ?? rules.size;
      rules.set(text, known);
      return known;
    },
    css: (): string =>
      [...rules].map(([text, at]) => `[data-s="${at}"]{${HARMLESS.test(text) ? text : ''}}`).join('\n'),
  };
};

const unescaped = (text: string): string =>
  text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

export type MarkupParts = {
  readonly styles: Pick<ReturnType<typeof createStyleRules>, 'numberOf'>;
  /** Name of a picture of the build; null for a picture that a server has. */
  readonly pictureAt: (url: string) => string | null;
};

/** The markup of a screen without scripts, styles and addresses of pictures. Dialogs are open, because React draws only open dialogs. */
export const screenMarkup = (markup: string, { styles, pictureAt }: MarkupParts): string =>
  markup
    .replace(NOT_DRAWN, '')
    .replace(ROW, '')
    .replace(PICTURE, (_, before: string, url: string) => {
      const name = pictureAt(unescaped(url));
      return name === null ? `${before} data-missing=""` : `${before} src="picture:${name}"`;
    })
    .replace(STYLE, (_, text: string) => ` data-s="${styles.numberOf(text)}"`)
    .replaceAll('<dialog', '<dialog open');

/** A text as the part that differs from the text before it. `start`, `end`: how many characters are the same. */
export type TextPatch = { readonly start: number; readonly end: number; readonly text: string };

const sameLength = (one: string, other: string, most: number, at: (text: string, index: number) => number): number => {
  let length = 0;
  while (length < most && at(one, length) === at(other, length)) length += 1;
  return length;
};

/** Each text as a patch of the one before it: consecutive screens share the frame and most of the page. */
export const patchesOf = (texts: readonly string[]): readonly TextPatch[] =>
  texts.map((text, index) => {
    const before = texts[index - 1] ?? '';
    const most = Math.min(before.length, text.length);
    const start = sameLength(before, text, most, (one, at) => one.charCodeAt(at));
    const end = sameLength(before, text, most - start, (one, at) => one.charCodeAt(one.length - 1 - at));
    return { start, end, text: text.slice(start, text.length - end) };
  });
