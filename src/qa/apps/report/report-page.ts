import '../../portal/allowed-keys.ts';
import { download } from '../../core/record/download.ts';
import { readFlow, writeFlow } from '../../core/record/flow.file.ts';
import { maskedFlow } from '../../core/record/masked-flow.ts';
import type { Finding } from '../../core/replay/finding.ts';

/** The id of the element that contains the recording or the finding. */
const RECORDING = 'recording';
const FINDING = 'finding';
const TITLE = /<title>.*?<\/title>/;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const dataElement = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', String.raw`\u003c`)}</script>`;

/** The elements of the page of the build that `reportPage` fills. */
export const EMPTY_ELEMENTS = [dataElement(RECORDING, ''), dataElement(FINDING, '')].join('\n');

/** The viewer of a build (`page`) with a recording in it, as one HTML file. `finding`: what it shows first. Or a line that says why not. */
export const reportPage = (page: string, text: string, finding: Finding | null = null) => {
  const read = readFlow(text);
  if (!read.ok) return read;
  if (!page.includes(EMPTY_ELEMENTS))
    return { ok: false as const, line: 'This build has no page for a report. Build it again.' };
  const flow = maskedFlow(read.flow);
  const elements = [
    dataElement(RECORDING, writeFlow(flow)),
    dataElement(FINDING, finding ? JSON.stringify(finding) : ''),
  ];
  const html = page
    .replace(TITLE, () => `<title>${escaped(flow.name)} · recording</title>`)
    .replace(EMPTY_ELEMENTS, () => elements.join('\n'));
  return { ok: true as const, html };
};

/** The content of this page; null if it is no report. */
export const reportIn = (page: Pick<Document, 'getElementById'>) => {
  const text = page.getElementById(RECORDING)?.textContent;
  const finding = page.getElementById(FINDING)?.textContent;
  return text ? { text, finding: finding ? (JSON.parse(finding) as Finding) : null } : null;
};

/** Downloads the page that `npm run qa` writes. `fetch`: one that the lab does not take offline. Resolves with an error message or null. */
export const shareReport = async (fetch: Window['fetch'], name: string, text: string): Promise<string | null> => {
  const response = await fetch('/qa-report.html');
  const report = reportPage(await response.text(), text);
  if (!report.ok) return report.line;
  download(name, '.report.html', 'text/html', report.html);
  return null;
};
