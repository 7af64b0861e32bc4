import type { FlowRun, ShownPage } from './flow.file.ts';

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

/** A page with all its lines. */
export type WholePage = Omit<ShownPage, 'unchanged'>;

/** The pages of a page load with all their lines, as the tester saw them. */
export const wholePages = ({ pages = [] }: Pick<FlowRun, 'pages'>): readonly WholePage[] => {
  let before: readonly string[] = [];
  return pages.map(({ unchanged: [start, end], words, ...about }) => {
    before = [...before.slice(0, start), ...words, ...before.slice(before.length - end)];
    return { ...about, words: [...before] };
  });
};
