import type { ApiLogLine } from '../api/api-client.ts';
import { CONTRACT, ENDPOINT_NAMES, SAMPLES } from '../contract/contract.ts';
import type { AnyEndpoint, Sample } from '../contract/endpoint.ts';
import type { Oddity } from '../contract/reading.ts';
import css from './diagnosis.module.css';

const EFFECTS = {
  'entry unread': 'The page says that an entry cannot be read.',
  ignored: 'The page does without the value.',
} as const;

/** A value that could not be read, for the publisher of the API. `field`: its place in the body. */
export const explainReading = (path: string, { path: field, wanted, got, effect }: Oddity): string => {
  const name = ENDPOINT_NAMES.find((one) => CONTRACT[one].path === path);
  const sample: Sample<AnyEndpoint> | null = name ? SAMPLES[`${name}Sample`] : null;
  const seen = effect === 'failed' ? sample?.player : EFFECTS[effect];
  return `${path}: ${field || 'the body'} should be ${wanted}, and is ${got}. ${seen}`;
};

const textOf = (line: ApiLogLine): string =>
  line.event === 'unreadable'
    ? explainReading(line.path, { ...line, path: line.field })
    : `${line.path}: ${line.event}, ${line.detail}`;

/** Closed, in the banner of testers if there is one, else in a corner of the page. */
const drawPanel = (document: Document): HTMLElement => {
  const panel = document.createElement('details');
  panel.className = css['panel'] ?? '';
  panel.lang = 'en';
  (document.getElementById('qa-bar') ?? document.body).append(panel);
  return panel;
};

let panel: HTMLElement | null = null;
const texts: string[] = [];

/** Explains a line of the log to the publisher of the API, in the console and in the page. Only in a build with VITE_DIAGNOSE=1. */
export const diagnose = (line: ApiLogLine, document: Document): void => {
  const text = textOf(line);
  // biome-ignore lint/suspicious/noConsole: a line names an endpoint and never a value
  console.warn(text);
  texts.push(text);
  panel ??= drawPanel(document);
  const title = texts.length === 1 ? 'API: 1 finding' : `API: ${texts.length} findings`;
  const drawn = (tag: string, content: string) => Object.assign(document.createElement(tag), { textContent: content });
  panel.replaceChildren(drawn('summary', title), ...texts.map((found) => drawn('p', found)));
};
