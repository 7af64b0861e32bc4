import type { FlowRun, ShownPage } from './flow.file.ts';

/** A page that changes all the time is read this often, ms. */
const PAUSE_MS = 150;
const MOST_LINES = 200;
const LONGEST_LINE = 300;

/** The banner of the tools is no part of the page. */
const OWN_ELEMENTS = '#qa-bar, #qa-inspector, script, style, template';

const linesOf = (element: HTMLElement): readonly string[] =>
  // biome-ignore lint/nursery/useDomNodeTextContent: a tester does not see hidden text
  element.innerText
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');

const wordsOf = ({ body }: Document): readonly string[] =>
  [...body.children]
    .filter((element) => element instanceof HTMLElement && !element.matches(OWN_ELEMENTS))
    .flatMap((element) => linesOf(element as HTMLElement))
    .slice(0, MOST_LINES)
    .map((line) => line.slice(0, LONGEST_LINE));

/** Reports the words of a page soon after each change of its elements. Returns what reports them now. */
export const watchWords = (
  { document, MutationObserver }: Window & typeof globalThis,
  see: (words: readonly string[]) => void,
): (() => void) => {
  let isDue = false;
  const read = (): void => {
    isDue = false;
    try {
      see(wordsOf(document));
    } catch {
      // The page goes on without its words in the recording.
    }
  };
  const observer = new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    setTimeout(read, PAUSE_MS);
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['open', 'hidden'],
  });
  return read;
};

const commonLength = (one: readonly string[], other: readonly string[]): number => {
  const differs = one.findIndex((line, at) => line !== other[at]);
  return differs < 0 ? one.length : differs;
};

/** Only the lines that are not those of the page before, from its start and from its end. */
export const foldedPage = (
  words: readonly string[],
  before: readonly string[],
): Pick<ShownPage, 'unchanged' | 'words'> => {
  const start = commonLength(words, before);
  const [rest, restBefore] = [words.slice(start), before.slice(start)];
  const end = commonLength(rest.toReversed(), restBefore.toReversed());
  return { unchanged: [start, end], words: rest.slice(0, rest.length - end) };
};

export type WholePage = Omit<ShownPage, 'unchanged'>;

/** The pages of a page load with all their lines, as the tester saw them. */
export const wholePages = ({ pages = [] }: Pick<FlowRun, 'pages'>): readonly WholePage[] => {
  let before: readonly string[] = [];
  return pages.map(({ unchanged: [start, end], words, ...about }) => {
    before = [...before.slice(0, start), ...words, ...before.slice(before.length - end)];
    return { ...about, words: [...before] };
  });
};
