import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, TestInfo } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import { replayFile } from '../../src/qa/replay/replay-file.ts';
import { ControlledPortal } from './paths/controlled-portal.ts';
import { createExplorer, type Explorer, type Move } from './paths/explorer.ts';
import {
  paymentInjected,
  paymentInjectedStarts,
  paymentMoves,
  paymentOnlyInjected,
  paymentStarts,
  paymentSubject,
  redirectStarts,
} from './paths/payment.moves.ts';
import { rechargeInjected, rechargeMoves, rechargeOnlyInjected, rechargeSubject } from './paths/recharge.moves.ts';
import { redirectInjected, redirectMoves, redirectOnlyInjected, redirectSubject } from './paths/redirect.moves.ts';
import { expect, test } from './qa.fixture.ts';

test.describe.configure({ timeout: 900_000 });

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;
type Start = { readonly name: string; readonly begin: (portal: ControlledPortal) => Promise<void> };
type Stage = {
  readonly browser: Browser;
  readonly url: string;
  readonly info: TestInfo;
  readonly explorer: Explorer;
  /** The storage after the login of the first walk. Later walks start with it. */
  session?: StorageState;
};

const recordingPath = ({ outputDir }: TestInfo): string => join(outputDir, 'walk.flow.json');

/** Saves the failed walk for `npm run replay` and the viewer. */
const saveRecording = async (portal: ControlledPortal, info: TestInfo, name: string): Promise<void> => {
  mkdirSync(info.outputDir, { recursive: true });
  const path = recordingPath(info);
  writeFileSync(path, await portal.recording(name));
  await info.attach('recording', { path });
  await info.attach('screen', { body: await portal.page.screenshot(), contentType: 'image/png' });
};

/** Walks a new page until no new transition is reachable. */
const walk = async (stage: Stage, moves: readonly Move[], { name, begin }: Start): Promise<void> => {
  const { browser, url, info, explorer, session } = stage;
  const storage = session && { storageState: session };
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...storage });
  const portal = await ControlledPortal.start(await context.newPage(), url, session !== undefined);
  stage.session ??= await context.storageState();
  try {
    await begin(portal);
    const log = await explorer.walk(portal, moves, name);
    await info.attach(`walk from ${name}`, { body: log.join('\n'), contentType: 'text/plain' });
  } catch (cause) {
    await saveRecording(portal, info, name);
    throw cause;
  } finally {
    await context.close();
  }
};

/** Repeats walks from each start until every goal is taken, none is reachable, or a walk takes none. */
const walkFrom = async (stage: Stage, moves: readonly Move[], starts: readonly Start[]): Promise<void> => {
  const { goalCount, isPromising } = stage.explorer;
  for (const start of starts) {
    for (let left = Number.POSITIVE_INFINITY; goalCount() < left && isPromising(start.name, moves); ) {
      left = goalCount();
      if (left > 0) await walk(stage, moves, start);
    }
  }
};

const EMPTY: Start = { name: 'the empty page', begin: async () => {} };

/** `injected` moves are used only for transitions that the page cannot reach from outside; `onlyInjected` matches those. */
const cover = async (
  stage: Stage,
  outside: { readonly moves: readonly Move[]; readonly starts: readonly Start[] },
  injected: { readonly moves: readonly Move[]; readonly starts: readonly Start[] },
  onlyInjected: readonly RegExp[],
): Promise<void> => {
  const { missing, seek } = stage.explorer;
  const isOutside = (key: string): boolean => !onlyInjected.some((pattern) => pattern.test(key));
  seek(isOutside);
  await walkFrom(stage, outside.moves, outside.starts);
  expect(missing().filter(isOutside)).toEqual([]);
  seek(() => true);
  await walkFrom(stage, [...outside.moves, ...injected.moves], [...injected.starts, ...outside.starts]);
  expect(missing()).toEqual([]);
};

test('RCHG-17 · every transition of the wizard is taken on the real page', async ({ browser, qaUrl: url }, info) => {
  const stage = { browser, url, info, explorer: createExplorer(rechargeSubject) };
  const outside = { moves: rechargeMoves, starts: [EMPTY] };
  await cover(stage, outside, { moves: rechargeInjected, starts: [] }, rechargeOnlyInjected);
});

test('RCHG-17 · every transition of the payment is taken on the real page', async ({ browser, qaUrl: url }, info) => {
  const stage = { browser, url, info, explorer: createExplorer(paymentSubject) };
  const outside = { moves: paymentMoves, starts: paymentStarts };
  await cover(stage, outside, { moves: paymentInjected, starts: paymentInjectedStarts }, paymentOnlyInjected);
});

test('RCHG-17 · every transition of the redirect is taken on the real page', async ({ browser, qaUrl: url }, info) => {
  const stage = { browser, url, info, explorer: createExplorer(redirectSubject) };
  const outside = { moves: redirectMoves, starts: redirectStarts };
  await cover(stage, outside, { moves: redirectInjected, starts: [] }, redirectOnlyInjected);
});

test('RCHG-17 INSP-03 · a failed walk reports its position and leaves a recording that can be replayed', async ({
  browser,
  qaUrl: url,
}, info) => {
  const look = async (portal: ControlledPortal, snapshot: AnyMachineSnapshot): Promise<void> => {
    await rechargeSubject.look(portal, snapshot);
    if (snapshot.matches({ wizard: { game: 'items' } })) throw new Error('the page shows something else');
  };
  const stage = { browser, url, info, explorer: createExplorer({ ...rechargeSubject, look }) };
  await expect(walk(stage, rechargeMoves, EMPTY)).rejects.toThrow(
    /^the page shows something else\n(?:.*\n)* {2}servers\.changed\n/,
  );
  const replay = replayFile(readFileSync(recordingPath(info), 'utf8'), { steps: 'recharge' });
  expect(replay.lines.join('\n')).toMatch(/^"the empty page", recorded by build [\s\S]* recharge {2}servers\.changed/);
  expect(replay.ok).toBe(true);
});

test('RCHG-17 · a walk stops where the page breaks a temporal rule', async ({ browser, qaUrl: url }, info) => {
  const look = async (portal: ControlledPortal): Promise<void> => {
    // The root believes that the session has ended, and the session still has the account.
    const layout = { type: 'layout.changed', isMobile: true };
    await portal.inject('$', { type: 'session.ended', why: 'logout' }, layout);
  };
  const stage = { browser, url, info, explorer: createExplorer({ ...rechargeSubject, look }) };
  await expect(walk(stage, rechargeMoves, EMPTY)).rejects.toThrow(
    /^rule logout-leaves-nothing is broken: \$ after layout\.changed: \$\/session still has account\./,
  );
});
