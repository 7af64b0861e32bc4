import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createSceneFinder, missingScreens } from '../../src/qa/gallery/find-scenes.ts';
import { allScreens } from '../../src/qa/gallery/screen-names.ts';
import { readFlow, writeFlow } from '../../src/qa/record/flow.file.ts';
import { replayFile } from '../../src/qa/replay/replay-file.ts';

const FOLDER = new URL('../flows/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.flow.json'));
const textOf = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

const scratch = mkdtempSync(join(tmpdir(), 'flows-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Each recording is replayed once, for everything that is asked of it. */
const KEPT = FILES.map((file) => {
  const text = textOf(file);
  const finder = createSceneFinder(file);
  return { file, text, ...replayFile(text, finder.look), scenes: finder.scenes() };
});

describe('INSP-04 recorded flows', () => {
  test('what has to be kept is there', () => {
    expect(FILES.map((name) => name.replace('.flow.json', ''))).toEqual(
      expect.arrayContaining([
        'blocked-pop-up',
        'declined',
        'e-points-insufficient',
        'expiry-and-resubmit',
        'happy-path',
        'late-payment',
        'reload',
        'session-expired-in-mid-poll',
        'signed-out-by-the-server',
        'two-tabs',
      ]),
    );
  });

  test.each(KEPT)("$file: today's machines do what was recorded", ({ ok, lines }) => {
    expect(ok, lines.join('\n')).toBe(true);
  });

  test.each(KEPT)('INSP-02 $file holds no secret of the account it was recorded with', ({ text }) => {
    expect(text).not.toMatch(/canary/i);
    expect(text).not.toMatch(/Bearer|[\w.+-]+@[\w-]+\.\w+/);
  });

  test.each(KEPT)('$file is small enough to be read in a review', ({ text }) => {
    expect(text.length).toBeLessThan(200_000);
  });
});

test('INSP-06 every screen of every machine stands in a recording', () => {
  const missing = missingScreens(
    allScreens,
    KEPT.flatMap(({ scenes }) => scenes),
  );
  expect(missing.map(({ machine, name }) => `${machine}: ${name}`)).toEqual([]);
});

const command = (file: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/replay-flow.mjs', file], { encoding: 'utf8' });
  return { status, told: stdout + stderr };
};

describe('INSP-04 npm run replay', () => {
  test('tells what it replayed and ends well', () => {
    const [name = ''] = FILES;
    const { status, told } = command(join('tests/flows', name));
    expect(told).toContain('✓ tab a, page load 1');
    expect(status).toBe(0);
  });

  test('names the charts that are not those of the recording', () => {
    const read = readFlow(textOf('happy-path.flow.json'));
    if (!read.ok) throw new Error(read.line);
    const { lines } = replayFile(
      writeFlow({ ...read.flow, machines: { ...read.flow.machines, payment: 'other', gone: 'x' } }),
    );
    expect(lines[1]).toMatch(/^! Charts that changed since the recording: .*payment.*, gone$/);
  });

  test('ends with 1 and the first divergence when a row is missing', () => {
    const read = readFlow(textOf(FILES[0] ?? ''));
    if (!read.ok) throw new Error(read.line);
    const [run] = read.flow.runs;
    const at = run?.rows.findIndex((row) => row.kind === 'event' && row.event.type === 'url.changed') ?? -1;
    run?.rows.splice(at, 1);
    const file = join(scratch, 'missing.flow.json');
    writeFileSync(file, writeFlow(read.flow));
    const { status, told } = command(file);
    expect(told).toMatch(/✗ tab a.*: row \d+, \d+\.\d{3} s after the start/);
    expect(told).toMatch(/ {2}expected {2}\$/);
    expect(told).toMatch(/ {2}got {7}/);
    expect(status).toBe(1);
  });

  test.each([
    { content: '{"format":', says: 'This is not JSON' },
    { content: '{"hello":"world"}', says: 'This is not a recording of the portal' },
  ])('ends with 1 and one line for a file that is none: $says', ({ content, says }) => {
    const file = join(scratch, 'broken.flow.json');
    writeFileSync(file, content);
    const { status, told } = command(file);
    expect(told.trim().split('\n')).toEqual([expect.stringContaining(says)]);
    expect(status).toBe(1);
  });

  test('ends with 1 and one line for a file that is not there', () => {
    const { status, told } = command(join(scratch, 'nowhere.flow.json'));
    expect(told).toMatch(/cannot be read \(ENOENT\)/);
    expect(status).toBe(1);
  });
});
