import type { ApiLogLine } from '../api/api-client.ts';
import { explainReading } from '../contract/diagnosis.ts';
import css from './diagnosis.module.css';

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
