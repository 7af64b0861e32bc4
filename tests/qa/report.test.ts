import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chartOf } from '../../src/qa/chart/definition.chart.ts';
import { bundlesOf } from '../../src/qa/chart/layout.chart.ts';
import { transitionLines } from '../../src/qa/chart/words.chart.ts';
import { type Flow, readFlow, writeFlow } from '../../src/qa/record/flow.file.ts';
import { maskedFlow } from '../../src/qa/record/masked-flow.ts';
import { machineTree } from '../../src/qa/replay/changed-charts.ts';
import { portalSystem } from '../../src/qa/replay/portal-system.ts';
import { chartsOf } from '../../src/qa/report/report-charts.ts';
import { openingStep, reportOf } from '../../src/qa/report/report-data.ts';
import { reportFile } from '../../src/qa/report/report-html.tsx';
import { createStyleRules, patchesOf, screenMarkup, type TextPatch } from '../../src/qa/report/screen-markup.ts';

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

/** The number of messages that machines received, according to the recording. */
const receivedIn = ({ runs }: Flow): number =>
  runs.reduce((sum, { rows }) => {
    const machines = new Set(rows.flatMap((row) => (row.kind === 'actor' && row.machine !== null ? [row.path] : [])));
    return sum + rows.filter((row) => row.kind === 'event' && machines.has(row.to)).length;
  }, 0);

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const textsOf = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, text = '']) => text);

type Player = {
  readonly opening: number;
  readonly portal: {
    readonly css: string;
    readonly pictures: Readonly<Record<string, string>>;
    readonly screens: readonly TextPatch[];
  };
  readonly runs: readonly (readonly { readonly screen?: number; readonly isMobile?: boolean }[])[];
};

const playerOf = (html: string): Player => JSON.parse(textsOf(html, /id="player">(.*?)<\/script>/gs)[0] ?? '');

/** The texts of patches, as the script of the page puts them together. */
const patched = (patches: readonly TextPatch[]): readonly string[] => {
  const texts: string[] = [];
  for (const { start, end, text } of patches) {
    const before = texts.at(-1) ?? '';
    texts.push(before.slice(0, start) + text + before.slice(before.length - end));
  }
  return texts;
};

const screensIn = (html: string): readonly string[] => patched(playerOf(html).portal.screens);

const RECORDINGS = FILES.map((file) => {
  const flow = flowOf(textOf(file));
  return { file, flow, report: reportOf(flow) };
});

/** Drawing screens takes most of the time, so only two pages are made: one of a phone and one of two tabs. */
const PAGES = await Promise.all(
  ['login-by-phone', 'two-tabs'].map(async (name) => {
    const text = textOf(`${name}.flow.json`);
    return { name, flow: flowOf(text), html: await htmlOf(text) };
  }),
);

describe('the report of a recording (INSP-04)', () => {
  test.each(RECORDINGS)('$file: every message, and room for its screens', ({ flow, report }) => {
    const messages = report.runs.flatMap(({ steps }) => steps.flatMap((step) => step.messages));
    expect(messages).toHaveLength(receivedIn(flow));
    expect(report.runs.map(({ divergence, broken }) => ({ divergence, broken }))).toEqual(
      flow.runs.map(() => ({ divergence: null, broken: [] })),
    );
    expect(JSON.stringify(report).length).toBeLessThan(1_000_000);
  });

  test.each(RECORDINGS)('$file opens at its last step; a response that failed is a failure', ({ report }) => {
    const steps = report.runs.flatMap(({ steps }) => steps);
    expect(openingStep(report)).toBe(steps.length - 1);
    const messages = steps.flatMap((step) => step.messages);
    expect(messages.filter(({ isFailure }) => isFailure)).toEqual(
      messages.filter(({ title }) => title.endsWith(' · failed')),
    );
  });

  test('opens at the first divergence or broken rule, whichever is earlier', () => {
    const report = RECORDINGS.find(({ file }) => file.startsWith('two-tabs'))?.report;
    const [first, second, ...others] = report?.runs ?? [];
    if (!report || !first || !second) throw new Error('two-tabs has two page loads');
    const diverged = { ...report, runs: [first, { ...second, divergence: 'row 3' }, ...others] };
    expect(openingStep(diverged)).toBe(first.steps.length + second.steps.length - 1);
    const steps = first.steps.map((step, at) => {
      const messages = step.messages.map((message) => ({ ...message, broken: at === 2 ? ['A rule.'] : [] }));
      return { ...step, messages };
    });
    expect(openingStep({ ...diverged, runs: [{ ...first, steps }, ...diverged.runs.slice(1)] })).toBe(2);
  });

  test.each(RECORDINGS)('$file: no secret of its account (INSP-02)', ({ report }) => {
    expect(JSON.stringify(report)).not.toMatch(/canary|Bearer|[\w.+-]+@[\w-]+\.\w+/i);
  });

  test.each(RECORDINGS)('$file: masking it once more changes nothing (INSP-02)', ({ flow }) => {
    expect(JSON.stringify(maskedFlow(flow))).toBe(JSON.stringify(flow));
  });
});

describe('the page of a report (INSP-04)', () => {
  test.each(PAGES)('$name: one small page with every message and a screen for each step', ({ flow, html }) => {
    expect(html.length).toBeLessThan(2_000_000);
    expect(countOf(html, '<li class="message">')).toBe(receivedIn(flow));
    expect(countOf(html, '<section class="run"')).toBe(flow.runs.length);
    expect(html).toContain('No divergence, no broken rule');
    const failed = textsOf(html, /<h3>[^<]+ · (failed)<\/h3>/g);
    expect(countOf(html, '<span class="flag">failed</span>') > 0).toBe(failed.length > 0);
    const screens = screensIn(html);
    const shown = playerOf(html).runs.flatMap((steps) => steps.map(({ screen }) => screen));
    expect(shown).toHaveLength(countOf(html, 'class="step"'));
    expect(shown.filter((screen) => screen === undefined || screens[screen] === undefined)).toEqual([]);
    expect(new Set(screens).size).toBe(screens.length);
    expect(screens.length).toBeGreaterThan(8);
  });

  test.each(PAGES)('$name: no secret of its account (INSP-02)', ({ html }) => {
    expect(html).not.toMatch(/canary|Bearer|[\w.+-]+@[\w-]+\.\w+/i);
  });

  test.each(PAGES)('$name: the policy allows exactly its own styles and script', ({ html }) => {
    const [policy = ''] = textsOf(html, /Content-Security-Policy" content="([^"]+)"/g);
    const [style = '', ...otherStyles] = textsOf(html, /^<style>(.*?)<\/style>$/gms);
    const [script = '', ...otherScripts] = textsOf(html, /^<script>(.*?)<\/script>$/gms);
    expect([...otherStyles, ...otherScripts]).toEqual([]);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hashOf(style)} ${hashOf(playerOf(html).portal.css)}`,
      `script-src ${hashOf(script)}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  test.each(PAGES)('$name: page and screens load nothing and have no style or script of their own', ({ html }) => {
    const page = html.replace(/^<(style|script)\b.*?<\/\1>$/gms, '');
    expect(page).not.toMatch(/<[^>]+ (?:src|href)="(?!#step-)/);
    const { css, pictures } = playerOf(html).portal;
    for (const text of [page, ...screensIn(html)]) expect(text).not.toMatch(/<[^>]+ (?:style|srcset|poster|on\w+)="/i);
    for (const screen of screensIn(html)) {
      expect(screen).not.toMatch(/<(?:script|style|link|meta|iframe|object)\b/);
      for (const [, name = ''] of screen.matchAll(/ src="([^"]*)"/g))
        expect(Object.keys(pictures).map((key) => `picture:${key}`)).toContain(name);
    }
    expect(Object.values(pictures).filter((url) => !url.startsWith('data:image/svg+xml,%3C'))).toEqual([]);
    expect(css).not.toMatch(/@import|url\((?!["']?data:)/);
  });

  test('pages of a phone have its width', () => {
    const widths = PAGES.map(({ name, html }) => [name, playerOf(html).runs[0]?.at(-1)?.isMobile]);
    expect(Object.fromEntries(widths)).toMatchObject({ 'login-by-phone': true, 'two-tabs': false });
  });
});

describe('the markup of a screen (INSP-02)', () => {
  const markupOf = (markup: string) => {
    const styles = createStyleRules();
    const pictureAt = (url: string) => (url === "/a'.svg" ? 'a' : null);
    return { markup: screenMarkup(markup, { styles, pictureAt }), css: styles.css() };
  };

  test('has neither scripts nor addresses of pictures, and its styles are rules', () => {
    const { markup, css } = markupOf(
      '<link rel="preload" href="/a.svg"/><title>x</title><!--$--><p style="width:1px">a</p><script>b</script>' +
        '<img src="/a&#x27;.svg" alt=""/><img alt="c" src="/media/c.svg"/><i style="width:1px"></i><dialog class="d">',
    );
    expect(markup).toBe(
      '<p data-s="0">a</p><img src="picture:a" alt=""/><img alt="c" data-missing=""/><i data-s="0"></i><dialog open class="d">',
    );
    expect(css).toBe('[data-s="0"]{width:1px}');
  });

  test('a style that could load a file or leave its rule is dropped', () => {
    expect(markupOf('<p style="background:url(x)}*{color:red">').css).toBe('[data-s="0"]{}');
    expect(markupOf('<p style="background:url(//a.example/b)">').css).toBe('[data-s="0"]{}');
  });

  test('texts come back from their patches', () => {
    const texts = ['', 'aaa', 'aa', 'aaaa', 'xaay', 'xaay', 'y'];
    expect(patched(patchesOf(texts))).toEqual(texts);
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

/** The tag names of a page. The elements of a text with markup would appear here. */
const tagsOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/<(\/?[a-z][a-z0-9-]*)/gi)].map(([, name = '']) => name.replace('/', '')));

describe('a recording with markup in its texts (INSP-02)', () => {
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
    expect([...tagsOf(html)].filter((name) => !tagsOf(PAGES[0]?.html ?? '').has(name))).toEqual([]);
    expect(countOf(html, '</script>')).toBe(countOf(PAGES[0]?.html ?? '', '</script>'));
    expect(countOf(html, '</style>')).toBe(countOf(PAGES[0]?.html ?? '', '</style>'));
    expect(screensIn(html).join()).not.toContain('<img src=x');
  });
});

test('markup in the id of an order, which is also the id of its actor, is text everywhere (INSP-02)', async () => {
  const plain = textOf('happy-path.flow.json');
  const [, order = ''] = /payment\.([\w-]+)/.exec(plain) ?? [];
  const html = await htmlOf(plain.replaceAll(order, `${order}</script><img src=x onerror=alert(1)>`));
  expect(html).toContain('No divergence, no broken rule');
  expect(JSON.stringify(playerOf(html).runs)).toContain(`payment.${order}</script><img src=x`);
  expect(html).not.toContain('<img src=x');
  expect(countOf(html, '</script>')).toBe(countOf(PAGES[0]?.html ?? '', '</script>'));
});

test('what a recording failed to mask is masked in the report (INSP-02)', async () => {
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

test('the drawings of a report have the arrows of the current charts, in their order (INSP-05)', async () => {
  const machines = machineTree(portalSystem);
  const charts = await chartsOf(new Set(machines.map(({ id }) => id)));
  expect(charts.size).toBe(new Set(machines.map(({ id }) => id)).size);
  for (const machine of machines) {
    const chart = charts.get(machine.id);
    const first = bundlesOf(chartOf(JSON.stringify(machine.config)).moves).map(({ id, moves }) => [
      id,
      moves[0] && transitionLines(moves[0])[0]?.replace('&', '&amp;'),
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

describe('npm run report (INSP-04)', () => {
  test('exits with 1 and one line for a folder that does not exist', () => {
    const out = join(scratch, 'nowhere', 'page.html');
    const { status, output } = command('tests/flows/account.flow.json', out);
    expect(output).toMatch(/^Cannot write .*page\.html \(ENOENT\)\.\n$/);
    expect(status).toBe(1);
  });

  test.each([
    { args: [], line: /^Missing argument: a recording file\. Usage: npm run report FILE\.flow\.json/ },
    { args: ['a.json', 'b.html', 'c.html'], line: /^Name one recording and one page, without c\.html\./ },
    { args: ['a.json', '--steps'], line: /^Unknown option --steps\./ },
    { args: ['a.json', 'a.json'], line: /^The report would replace the recording\./ },
    { args: ['nowhere.flow.json'], line: /^Cannot read .*nowhere\.flow\.json \(ENOENT\)\.$/ },
  ])('exits with 1 and one line for wrong arguments: $args', ({ args, line }) => {
    const { status, output } = command(...args);
    expect(output.trim()).toMatch(line);
    expect(status).toBe(1);
  });

  test('a file that is not a recording produces no page', async () => {
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
    expect(playerOf(html).opening).toBe(countOf(html, 'class="step"') - 1);
    expect(html).toMatch(/<pre>row \d+, [\d.]+ s after the start/);
    expect(html).toContain('See the findings');
  });
});
