import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chartOf } from '../../src/qa/chart/definition.chart.ts';
import { bundlesOf } from '../../src/qa/chart/layout.chart.ts';
import { moveLines } from '../../src/qa/chart/words.chart.ts';
import { type Flow, readFlow, writeFlow } from '../../src/qa/record/flow.file.ts';
import { maskedFlow } from '../../src/qa/record/masked-flow.ts';
import { machinesBelow } from '../../src/qa/replay/changed-charts.ts';
import { portalSystem } from '../../src/qa/replay/portal-system.ts';
import { chartsOf } from '../../src/qa/report/report-charts.ts';
import { reportFile } from '../../src/qa/report/report-html.tsx';

const FOLDER = new URL('../flows/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.flow.json'));
const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

const flowOf = (text: string): Flow => {
  const read = readFlow(text);
  if (!read.ok) throw new Error(read.line);
  return read.flow;
};

const htmlOf = async (text: string): Promise<string> => {
  const report = await reportFile(text);
  if (!report.ok) throw new Error(report.line);
  return report.html;
};

const scratch = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const countOf = (html: string, part: string): number => html.split(part).length - 1;

/** Messages that machines received, by the recording. */
const receivedIn = ({ runs }: Flow): number =>
  runs.reduce((sum, { rows }) => {
    const machines = new Set(rows.flatMap((row) => (row.kind === 'actor' && row.machine !== null ? [row.path] : [])));
    return sum + rows.filter((row) => row.kind === 'event' && machines.has(row.to)).length;
  }, 0);

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const textsOf = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, text = '']) => text);

const REPORTS = await Promise.all(
  FILES.map(async (file) => ({ file, flow: flowOf(textOf(file)), html: await htmlOf(textOf(file)) })),
);

describe('INSP-04 the report of a recording', () => {
  test.each(REPORTS)('$file: one small page with every message', ({ flow, html }) => {
    expect(html.length).toBeLessThan(2_000_000);
    expect(countOf(html, '<li class="message">')).toBe(receivedIn(flow));
    expect(countOf(html, '<section class="run"')).toBe(flow.runs.length);
    expect(html).toContain('Replays without a difference');
  });

  test.each(REPORTS)('INSP-02 $file: no secret of its account', ({ html }) => {
    expect(html).not.toMatch(/canary/i);
    expect(html).not.toMatch(/Bearer|[\w.+-]+@[\w-]+\.\w+/);
  });

  test.each(REPORTS)('$file: the policy allows exactly its own style and script, and nothing is loaded', ({ html }) => {
    const [policy = ''] = textsOf(html, /Content-Security-Policy" content="([^"]+)"/g);
    const styles = textsOf(html, /<style>(.*?)<\/style>/gs).map(hashOf);
    const scripts = textsOf(html, /<script>(.*?)<\/script>/gs).map(hashOf);
    expect(styles).toHaveLength(1);
    expect(scripts).toHaveLength(1);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${styles.join(' ')}`,
      `script-src ${scripts.join(' ')}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    const body = html.replace(/<(style|script)\b[^>]*>.*?<\/\1>/gs, '');
    expect(body).not.toMatch(/<[^>]+ (?:style|on\w+)="/);
    expect(body).not.toMatch(/<[^>]+ (?:src|href)="(?!#step-)/);
  });

  test.each(REPORTS)('$file: it is masked already', ({ flow }) => {
    expect(JSON.stringify(maskedFlow(flow))).toBe(JSON.stringify(flow));
  });
});

const MARKUP = `</script></style></p>"'><img src=x onerror=alert(1)>`;

/** Appends markup to each text of plain data, except below these keys. */
const withMarkup = (value: unknown, kept: ReadonlySet<string>): unknown => {
  if (typeof value === 'string') return value && value + MARKUP;
  if (Array.isArray(value)) return value.map((member) => withMarkup(member, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, kept.has(key) ? member : withMarkup(member, kept)]),
  );
};

/** Elements and attributes of a text with markup would appear here. */
const tagsOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/<(\/?[a-z][a-z0-9-]*)/gi)].map(([, name = '']) => name.replace('/', '')));

describe('INSP-02 a recording with markup in its texts', () => {
  const plain = textOf('happy-path.flow.json');
  const STRUCTURE = ['format', 'kind', 'status', 'value'];
  const ROUTING = ['to', 'from', 'path', 'machine', 'machines', 'type'];

  test.each([
    { what: 'messages and head', kept: [...STRUCTURE, ...ROUTING, 'context'] },
    { what: 'contexts', kept: [...STRUCTURE, ...ROUTING, 'event'] },
    { what: 'events', kept: [...STRUCTURE, ...ROUTING.filter((key) => key !== 'type')] },
    { what: 'actors and charts', kept: STRUCTURE },
  ])('the page contains it as text only: $what', async ({ kept }) => {
    const given = withMarkup(JSON.parse(plain), new Set(kept));
    const html = await htmlOf(JSON.stringify(given));
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('<img src=x');
    expect([...tagsOf(html)].filter((name) => !tagsOf(REPORTS[0]?.html ?? '').has(name))).toEqual([]);
    expect(countOf(html, '</script>')).toBe(2);
    expect(countOf(html, '</style>')).toBe(1);
  });
});

test('INSP-02 what a recording failed to mask is masked in the report', async () => {
  const flow = flowOf(textOf('happy-path.flow.json'));
  const [run] = flow.runs;
  const secrets = {
    password: 'CANARY-password',
    token: 'CANARY-token',
    email: 'canary@players.example',
    roleName: 'CANARY-role',
  };
  const url = run?.rows.find((row) => row.kind === 'event' && row.event.type === 'url.changed');
  const state = run?.rows.find((row) => row.kind === 'state' && row.context);
  if (url?.kind !== 'event' || state?.kind !== 'state') throw new Error('the recording has no such row');
  Object.assign(url.event, secrets);
  state.context = { ...state.context, 'profile.email': 'canary@players.example', 'login.password': 'CANARY-password' };
  const html = await htmlOf(writeFlow({ ...flow, name: 'token CANARY-token' }));
  expect(html).toContain('•••');
  expect(html).not.toMatch(/canary/i);
});

test('INSP-05 the drawings of a report have the arrows of the current charts, in their order', async () => {
  const machines = machinesBelow(portalSystem);
  const charts = await chartsOf(new Set(machines.map(({ id }) => id)));
  expect(charts.size).toBe(new Set(machines.map(({ id }) => id)).size);
  for (const machine of machines) {
    const chart = charts.get(machine.id);
    const first = bundlesOf(chartOf(JSON.stringify(machine.config)).moves).map(({ id, moves }) => [
      id,
      moves[0] && moveLines(moves[0])[0]?.replace('&', '&amp;'),
    ]);
    const drawn = textsOf(chart?.svg ?? '', /class="arrow"[^>]*>\n<text[^>]*>([^<]*)/g);
    expect(chart?.arrows.map((id, at) => [id, drawn[at]])).toEqual(first);
  }
});

const command = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/report-flow.mjs', ...args], {
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};

describe('INSP-04 npm run report', () => {
  test('writes one page and prints where it is', () => {
    const out = join(scratch, 'page.html');
    const { status, output } = command('tests/flows/account.flow.json', out);
    expect(output).toBe(`${out} (${Math.ceil(readFileSync(out, 'utf8').length / 1_000)} kB)\n`);
    expect(readFileSync(out, 'utf8')).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(readdirSync(scratch).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(status).toBe(0);
  });

  test('exits with 1 and one line for a folder that does not exist', () => {
    const out = join(scratch, 'nowhere', 'page.html');
    const { status, output } = command('tests/flows/account.flow.json', out);
    expect(output).toMatch(/^Cannot write .*page\.html \(ENOENT\)\.\n$/);
    expect(status).toBe(1);
  });

  test.each([
    { args: [], line: /^Name a recording\. Usage: npm run report FILE\.flow\.json/ },
    { args: ['a.json', 'b.html', 'c.html'], line: /^Name one recording and one page, without c\.html\./ },
    { args: ['a.json', '--steps'], line: /^Unknown option --steps\./ },
    { args: ['a.json', 'a.json'], line: /^The report would replace the recording\./ },
    { args: ['nowhere.flow.json'], line: /^Cannot read .*nowhere\.flow\.json \(ENOENT\)\.$/ },
  ])('exits with 1 and one line for wrong arguments: $args', ({ args, line }) => {
    const { status, output } = command(...args);
    expect(output.trim()).toMatch(line);
    expect(status).toBe(1);
  });

  test('a file that is no recording leaves no page', async () => {
    const file = join(scratch, 'other.flow.json');
    const out = join(scratch, 'other.html');
    writeFileSync(file, '{"format":"portal.flow","version":2}');
    const { status, output } = command(file, out);
    expect(output).toBe('This recording has version 2; this build reads version 1.\n');
    expect(status).toBe(1);
    expect(existsSync(out)).toBe(false);
    expect(await reportFile('{"format":')).toEqual({ ok: false, line: expect.stringContaining('not JSON') });
    expect(await reportFile('{"hello":1}')).toEqual({ ok: false, line: expect.stringContaining('not a recording') });
  });

  test('a recording that diverges ends with the divergence', async () => {
    const lines = textOf('happy-path.flow.json').split('\n');
    const html = await htmlOf(lines.filter((line) => !line.includes('"item.pick"')).join('\n'));
    expect(html).toContain('Page load 1 diverges from the recording');
    expect(html).toMatch(/<pre>row \d+, [\d.]+ s after the start/);
    expect(html).toContain('See the findings');
  });
});
