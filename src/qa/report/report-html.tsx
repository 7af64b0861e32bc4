import base64 from 'crypto-js/enc-base64';
import sha256 from 'crypto-js/sha256';
import { renderToStaticMarkup } from 'react-dom/server';
import tokens from '../../styles/tokens.css?raw';
import { readFlow } from '../record/flow.file.ts';
import { maskedFlow } from '../record/masked-flow.ts';
import { type PortalScreens, screensOf } from './portal-screens.tsx';
import script from './report.script.mjs?raw';
import style from './report.style.css?raw';
import type { Report } from './report.types.ts';
import { ReportView } from './report.view.tsx';
import { activeIn, chartsOf, type ReportChart, takenIn } from './report-charts.ts';
import { openingStep, reportOf } from './report-data.ts';

const hashOf = (text: string): string => `'sha256-${base64.stringify(sha256(text))}'`;

const policy = (styles: readonly string[], scripts: readonly string[]): string =>
  [
    `default-src 'none'`,
    `style-src ${styles.map(hashOf).join(' ')}`,
    `script-src ${scripts.map(hashOf).join(' ')}`,
    `img-src data:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON that can be the content of a script element. */
const dataText = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/**
 * The data for the script: the index of the step that it opens, among the steps of all page loads; and for each step the machines that received a
 * message, with the indexes of active states and taken arrows.
 */
const playerData = (report: Report, charts: ReadonlyMap<string, ReportChart>, { shown, ...portal }: PortalScreens) => ({
  portal,
  opening: openingStep(report),
  runs: report.runs.map(({ steps }, run) =>
    steps.map(({ moves, index }) => ({
      ...shown[run]?.[index],
      moves: moves.map(({ path, machine, value, taken, isOver }) => {
        const chart = charts.get(machine);
        return {
          path,
          chart: chart ? machine : null,
          active: chart && value !== null ? activeIn(chart, value) : [],
          taken: chart ? takenIn(chart, taken) : [],
          ...(isOver && { over: true }),
        };
      }),
    })),
  ),
});

export type ReportFile = { readonly ok: true; readonly html: string } | { readonly ok: false; readonly line: string };

/** The text of a `.flow.json` as one HTML page that loads no other files. For an unreadable file, returns one line that says why. */
export const reportFile = async (text: string): Promise<ReportFile> => {
  const read = readFlow(text);
  if (!read.ok) return read;
  const flow = maskedFlow(read.flow);
  const report = reportOf(flow);
  const ids = new Set(
    report.runs.flatMap(({ steps }) => steps.flatMap(({ moves }) => moves.map(({ machine }) => machine))),
  );
  const charts = await chartsOf(ids);
  const screens = await screensOf(
    flow,
    report.runs.map(({ steps }) => (steps.at(-1)?.index ?? 0) + 1),
  );
  const css = `${tokens}\n${style}`;
  const body = renderToStaticMarkup(<ReportView report={report} charts={[...charts.values()]} />);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy([css, screens.css], [script])}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="referrer" content="no-referrer">
<title>${escaped(report.name)} · recording</title>
<style>${css}</style>
</head>
<body>
${body}
<script type="application/json" id="player">${dataText(playerData(report, charts, screens))}</script>
<script>${script}</script>
</body>
</html>
`;
  return { ok: true, html };
};
