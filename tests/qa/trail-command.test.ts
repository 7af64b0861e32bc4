import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Flow, type FlowRun, readFlow } from '../../src/qa/record/flow.file.ts';
import { replayFile } from '../../src/qa/replay/replay-file.ts';
import { logRun } from '../../src/qa/replay/run-log.ts';
import { readTrail } from '../../src/qa/trail/read-trail.ts';
import type { Skeleton } from '../../src/qa/trail/skeleton.file.ts';
import { type TrailFile, trailFile } from '../../src/qa/trail/trail-file.ts';
import type { Trail, TrailEntry } from '../../src/views/app/portal.context.tsx';
import { trailText } from '../../src/views/app/trail-text.ts';
import { entriesOf } from '../support/recorded-trail.ts';

const FOLDER = 'tests/flows';

const texts = new Map(
  readdirSync(FOLDER).map((file) => [file.split('.')[0], readFileSync(`${FOLDER}/${file}`, 'utf8')]),
);

const flowOf = (text: string): Flow => {
  const read = readFlow(text);
  if (!read.ok) throw new Error(read.line);
  return read.flow;
};

const flows = [...texts.values()].map(flowOf);

const stepsAt = (text: string) => {
  const read = readTrail(text);
  if (!read.ok) throw new Error(read.line);
  return read.trail.steps;
};

test.each(flows.map(({ name, runs }) => ({ name, runs })))(
  'every trail of $name is read back as it was: machines, messages and states',
  ({ runs }) => {
    for (const { rows } of runs) {
      const all = entriesOf(rows);
      const after = new Map<TrailEntry, TrailEntry>();
      for (const session of new Set(all.map(([, name]) => name))) {
        const own = all.filter(([, name]) => name === session);
        const states = own.filter(([, , , type]) => type === null);
        for (const [at, message] of own.filter(([, , , type]) => type !== null).entries()) {
          const state = states[at];
          if (state) after.set(message, state);
        }
      }
      for (let end = 20; end <= all.length; end += 61) {
        const entries = all.slice(Math.max(0, end - 120), end);
        const steps = stepsAt(trailText({ entries, total: all.length }));
        expect(steps.length).toBeGreaterThan(5);
        const messages = entries.filter(([, , , type]) => type !== null).slice(-steps.length);
        const expected = messages.map((message) => {
          const [machine, , , type, isFromPage] = message;
          const state = after.get(message);
          const isKnown = machine.events.some(
            (event) => event === type || event === type?.replace('.done.', '.error.'),
          );
          return {
            machine: machine.id,
            type:
              isKnown || type === 'xstate.init'
                ? type
                : (machine.events.find((event) => event.endsWith('*') && type?.startsWith(event.slice(0, -1))) ?? null),
            isFromPage,
            after: state && entries.includes(state) ? state[2] : null,
          };
        });
        expect(steps.map(({ machine, type, isFromPage, after }) => ({ machine, type, isFromPage, after }))).toEqual(
          expected,
        );
      }
    }
  },
);

/** The trail of a page that did what a recording did, up to its message number `count`. */
const trailOf = ({ rows }: FlowRun, count: number) => {
  const all = entriesOf(rows);
  const messages = all.filter(([, , , type]) => type !== null);
  const next = messages[count];
  const entries = all.slice(0, next ? all.indexOf(next) : all.length);
  return { entries: entries.slice(-120), total: entries.filter(([, , , type]) => type !== null).length };
};

/** Fills in a skeleton as a person would, with payloads that the person knows, here from the recording itself. */
const filledIn = (text: string, { rows, address }: FlowRun, total: number): string => {
  const machines = new Set(rows.flatMap((row) => (row.kind === 'actor' && row.machine !== null ? [row.path] : [])));
  const messages = rows.filter((row) => row.kind === 'event' && machines.has(row.to)).slice(0, total);
  const { rows: skeletonRows, ...head } = JSON.parse(text) as Skeleton;
  const events = skeletonRows.filter(({ kind }) => kind === 'event');
  const done = skeletonRows.map((row) => {
    const message = messages.at(events.indexOf(row) - events.length);
    const isMissing = row.kind === 'event' && JSON.stringify(row.event).includes('MISSING');
    return row.kind === 'event' && message?.kind === 'event' && isMissing ? { ...row, event: message.event } : row;
  });
  const order = /payment\.([\w-]+)/.exec(rows.flatMap((row) => (row.kind === 'actor' ? row.path : [])).join(' '))?.[1];
  const whole = JSON.stringify({ ...head, locale: 'en-US', address, rows: done });
  return order === undefined ? whole : whole.replaceAll('MISSING-order-1', order);
};

const bundleOf = (trail: Trail): string =>
  `Order: 1\nCopied (UTC): 2026-11-21T07:06:39.000Z\nApp version: 0.1.0\n${trailText(trail)}`;

const written = (file: TrailFile): string => {
  if (!file.ok) throw new Error(file.lines.join('\n'));
  return file.text;
};

const opened = (name: string) => {
  const text = texts.get(name) ?? '';
  const [run] = flowOf(text).runs;
  if (!run) throw new Error(name);
  return { run, kept: [text] };
};

/** The states of the machines of a trail at the end of a page load. */
const endOf = (run: FlowRun, { entries }: Trail) => {
  const named = new Set(entries.slice(-60).map(([, session]) => session));
  const running = logRun(run).end.filter(({ path }) => named.has(path));
  return new Map(running.map(({ path, value }) => [path, value]));
};

test.each(['login-by-phone', 'happy-path', 'late-payment'])(
  'a trail of %s becomes a skeleton; with the payloads filled in it is a recording that ends as the page did',
  (name) => {
    const { run, kept } = opened(name);
    const trail = trailOf(run, Number.POSITIVE_INFINITY);
    expect(trail.total).toBeGreaterThan(50);
    const skeleton = written(trailFile(bundleOf(trail), 'late', kept));
    const recording = written(trailFile(filledIn(skeleton, run, trail.total), 'late', kept));
    expect(replayFile(recording)).toMatchObject({ ok: true });
    const [whole] = flowOf(recording).runs;
    expect(whole && endOf(whole, trail)).toEqual(endOf(run, trail));
  },
);

test('a trail from the page load on needs no other recording', () => {
  const { run } = opened('login-by-phone');
  const trail = trailOf(run, 30);
  const file = trailFile(bundleOf(trail), 'start', []);
  expect(file.lines).toContain('The trail begins with the page load.');
  expect(JSON.parse(written(file))).toMatchObject({
    after: null,
    build: '0.1.0',
    startedAt: Date.UTC(2026, 10, 21, 7, 6, 39),
  });
  const recording = written(
    trailFile(
      filledIn(written(trailFile(bundleOf(trail), 'start', opened('login-by-phone').kept)), run, 30),
      'start',
      [],
    ),
  );
  expect(replayFile(recording)).toMatchObject({ ok: true });
});

test('the command lists the steps and where they begin, and marks each payload with an example', () => {
  const { run, kept } = opened('happy-path');
  const file = trailFile(bundleOf(trailOf(run, 90)), 'late', kept);
  expect(file.lines[0]).toBe('41 steps, build 0.1.0, copied 2026-11-21T07:06:39.000Z; * is a message from the page');
  expect(file.lines).toContainEqual(
    expect.stringMatching(/^ +\d+ {2}recharge +\* server\.pick {2}⇒ active · game\.role\.choosing$/),
  );
  expect(file.lines.at(-2)).toMatch(
    /^\d+ messages before it are missing\. Its first states are those of kept recording happy-path, page load 1, before row \d+\.$/,
  );
  const { rows } = JSON.parse(written(file)) as Skeleton;
  expect(rows.find((row) => row.kind === 'event' && row.event.type === 'server.pick')).toMatchObject({
    to: '$/signedIn/recharge',
    from: null,
    event: { serverId: expect.stringMatching(/^MISSING, like "101" in happy-path, page load 1, row \d+$/) },
  });
  // A message that a machine sends itself needs no payload.
  expect(rows.find((row) => row.kind === 'event' && row.event.type === 'step.entered')).toMatchObject({
    event: { type: 'step.entered' },
  });
  expect(readFlow(written(file))).toEqual({
    ok: false,
    line: 'This is the skeleton of a state trail: complete it with npm run replay -- --trail FILE.',
  });
});

test('a skeleton is not completed while something is missing, nor with data that leads elsewhere', () => {
  const { run, kept } = opened('happy-path');
  const trail = trailOf(run, 90);
  const skeleton = written(trailFile(bundleOf(trail), 'late', kept));
  expect(trailFile(skeleton, 'late', kept)).toMatchObject({
    ok: false,
    lines: [
      expect.stringMatching(
        /^Something is still missing:\n {2}row \d+, "\S+" to \S+: event\.\w+.*\n[\s\S]*and \d+ more$/,
      ),
    ],
  });
  const filled = filledIn(skeleton, run, trail.total);
  const other = filled.replace('"channelCode":"card"', '"channelCode":"no-such-channel"');
  expect(other).not.toBe(filled);
  expect(trailFile(other, 'late', kept)).toEqual({
    ok: false,
    lines: [
      expect.stringMatching(
        /^Row \d+, \$\/signedIn\/recharge: in the trail "channel\.pick" leads to active · game\.confirming\.ready; with this data "channel\.pick" leads to active · game\.channels\.choosing\.$/,
      ),
    ],
  });
  expect(trailFile(filled.replace('"recording":"happy-path"', '"recording":"no-such"'), 'late', kept)).toMatchObject({
    ok: false,
    lines: ['There is no kept recording "no-such" with a page load 1.'],
  });
  expect(trailFile(filled.slice(0, -9), 'late', kept).lines[0]).toMatch(/^The skeleton is not valid JSON/);
  expect(trailFile('{"format":"other"}', 'late', kept).lines[0]).toMatch(
    /^This is not a skeleton of a trail: format: /,
  );
});

const GOOD = bundleOf(trailOf(opened('happy-path').run, 90));

test.each([
  { title: 'no trail', text: 'Order: 1\nStatus: 4 delivered', line: /^This text has no state trail/ },
  {
    title: 'a later version',
    text: GOOD.replace('Trail 1', 'Trail 2'),
    line: /has version 2; this build reads version 1\.$/,
  },
  {
    title: 'a part not copied',
    text: GOOD.slice(0, GOOD.indexOf('coinBalance coinBalance') + 'coinBala'.length),
    line: / step \d+, near "coinBala": this build has no machine "coinBala"\./,
  },
  {
    title: 'cut between two lines',
    text: GOOD.split('\n').slice(0, 14).join('\n'),
    line: /should have 41 steps but has \d+: the rest was not copied\. It is from build 0\.1\.0\.$/,
  },
  {
    title: 'an unknown machine',
    text: GOOD.replaceAll('recharge ', 'refill '),
    line: /step 5, near "refill .*": this build has no machine "refill"/,
  },
  {
    title: 'an unknown message',
    text: GOOD.replace('*server.pick', '*server.choose'),
    line: /"recharge" has no message "server\.choose" in this state/,
  },
  {
    title: 'an unknown state',
    text: GOOD.replace('> role.choosing', '> role.guessing'),
    line: /the chart of "recharge" has no state "role\.guessing" to go to/,
  },
  {
    title: 'states that cannot be',
    text: GOOD.replace('> role.choosing', '> role.choosing,items.loading'),
    line: /"role\.choosing,items\.loading" are not a state of "recharge"/,
  },
  {
    title: 'no first states',
    text: GOOD.replace(/portal \[[^\]]*\]/, 'portal'),
    line: /"portal" has no states in front of its first message/,
  },
])('a broken or foreign trail is refused in one line: $title', ({ text, line }) => {
  const read = readTrail(text);
  expect(read).toMatchObject({ ok: false, line: expect.stringMatching(line) });
});

test('a trail survives a chat: other line breaks, &gt; for >, words around it', () => {
  const wrapped = `Hello,\n${GOOD.replaceAll('>', '&gt;').replace(/\s+/g, '\n  ')}\nthanks!`;
  const read = readTrail(wrapped);
  expect(read.ok && read.trail.steps).toEqual(stepsAt(GOOD));
});

test('npm run replay -- --trail writes the skeleton and then the recording', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trail-'));
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tests/replay-flow.mjs', ...args], {
      encoding: 'utf8',
    });
    return { status, text: stdout + stderr };
  };
  const bundle = join(folder, 'late.txt');
  const { run: recorded } = opened('login-by-phone');
  writeFileSync(bundle, bundleOf(trailOf(recorded, 30)));
  const first = run('--trail', bundle);
  expect(first).toMatchObject({
    status: 0,
    text: expect.stringContaining('late.skeleton.json. Fill in what is MISSING'),
  });
  const skeleton = join(folder, 'late.skeleton.json');
  writeFileSync(skeleton, filledIn(readFileSync(skeleton, 'utf8'), recorded, 30));
  expect(run('--trail', skeleton)).toMatchObject({ status: 0, text: expect.stringContaining('late.flow.json') });
  expect(readFlow(readFileSync(join(folder, 'late.flow.json'), 'utf8'))).toMatchObject({ ok: true });
  rmSync(folder, { recursive: true });
});
