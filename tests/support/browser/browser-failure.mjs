import { stripVTControlCharacters } from 'node:util';

/**
 * The fields of a Playwright result that this module reads.
 *
 * @typedef {{ message?: string, location?: { file: string, line: number } }} BrowserError
 * @typedef {{ name: string, path?: string }} Attachment
 * @typedef {{ errors?: readonly BrowserError[], attachments?: readonly Attachment[] }} BrowserResult
 */

const MAX_ERROR = 4_000;
const MAX_PAGE = 3_000;
/** The section of Playwright's error context that has the accessibility tree. */
const PAGE_SECTION = 'Page snapshot\n';

/** An error that does not name the step: the time was over. */
const GENERIC = /^(?:Test timeout of|Tearing down) /;

/** @type {(error: BrowserError, root: string) => string} */
const textOf = ({ message = '', location }, root) => {
  const text = stripVTControlCharacters(message).trim();
  return location ? `${text}\nat ${location.file.replace(`${root}/`, '')}:${location.line}` : text;
};

/**
 * What a failed browser test prints: first the errors that name a step, then those that only say that the time was over, then the
 * accessibility tree of the page.
 *
 * @param {BrowserResult} result
 * @param {{ root: string, read: (path: string) => string }} files `root`: the folder that paths are relative to; `read`: the text of a file, empty
 *   if it does not exist
 */
export const browserFailure = ({ errors = [], attachments = [] }, { root, read }) => {
  const texts = errors.map((error) => textOf(error, root));
  const named = texts.filter((text) => !GENERIC.test(text));
  const generic = texts.filter((text) => GENERIC.test(text));
  const context = attachments.find(({ name, path }) => name === 'error-context' && path);
  const sections = context?.path ? read(context.path).split(/^# /m) : [];
  const page = sections.find((section) => section.startsWith(PAGE_SECTION))?.slice(PAGE_SECTION.length);
  return [
    [...named, ...generic].join('\n').slice(0, MAX_ERROR),
    ...(page ? [`the page:\n${page.trim().slice(0, MAX_PAGE)}`] : []),
  ].join('\n');
};
