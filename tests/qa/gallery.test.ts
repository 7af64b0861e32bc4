import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { METHOD_KINDS } from '../../machines/order/order.methods.ts';
import { selectPortalScreen } from '../../machines/portal/portal.screens.ts';
import { galleryAddress, isChosen, readChoice } from '../../src/qa/apps/gallery/gallery.view.tsx';
import type { Flow } from '../../src/qa/core/record/flow.file.ts';
import { createPreview, type Scene } from '../../src/qa/portal/preview/preview.ts';
import { cannotBeReplaced, mergeScenes, missingScreens, scenesOf } from '../../src/qa/portal/screens/find-scenes.ts';
import { allScreens } from '../../src/qa/portal/screens/screens-in-view.ts';
import { recordOrder } from '../support/browser/recorded-tab.ts';

const MACHINES = new URL('../../machines/', import.meta.url);
const GALLERY = new URL('../../src/qa/portal/screens/', import.meta.url);

beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));

const recorded = async (): Promise<Flow> => (await recordOrder(2, 10_000)).flow;

describe('the gallery (INSP-06)', () => {
  test('finds each visible screen of a recording, and no other', async () => {
    const names = scenesOf(await recorded()).map(({ machine, name }) => `${machine} ${name}`);
    expect(names).toEqual(
      expect.arrayContaining(['portal login required', 'recharge confirm', 'payment paid', 'session login by account']),
    );
    expect(new Set(names).size).toBe(names.length);
    const known = allScreens.map(({ machine, name }) => `${machine} ${name}`);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('shows a screen as it is before the next action of the player', async () => {
    const flow = await recorded();
    const [run] = flow.runs;
    const confirm = scenesOf(flow).find(({ machine, name }) => machine === 'recharge' && name === 'confirm');
    if (!run || !confirm) throw new Error('the recording comes by a confirmation');
    const preview = createPreview();
    preview.open(run);
    preview.go(confirm.step);
    expect(preview.now()?.replay.divergence()).toBeNull();
    expect(preview.now()?.replay.next()).toMatchObject({ kind: 'event', event: { type: 'order.confirm' } });
  });

  test('lists the screens that no recording shows', async () => {
    const scenes = scenesOf(await recorded());
    const missing = missingScreens(allScreens, scenes).map(({ machine, name }) => `${machine} ${name}`);
    expect(missing).toContain('payment refunded');
    expect(missing).not.toContain('payment paid');
    expect(missing.length + scenes.length).toBe(allScreens.length);
  });

  test('covers every machine with screens', () => {
    const folders = readdirSync(MACHINES, { recursive: true, encoding: 'utf8' });
    // An actor of machines/elements belongs to one element of a view, so no recording has it.
    const files = folders.filter((path) => path.endsWith('.screens.ts') && !path.startsWith('elements/'));
    const isMethod = (path: string) => /^payment\/[^/]+\//.test(path);
    const sources = readdirSync(GALLERY).map((name) => readFileSync(new URL(name, GALLERY), 'utf8'));
    expect(files.length).toBeGreaterThan(10);
    const others = files.filter((path) => !isMethod(path));
    expect(others.filter((path) => !sources.some((text) => text.includes(`/machines/${path}'`)))).toEqual([]);
    const methods = files.filter(isMethod).map((path) => path.replace(/^.*\/|\.screens\.ts$/g, ''));
    expect(methods).toHaveLength(METHOD_KINDS.length);
    expect(methods.filter((machine) => !allScreens.some((screen) => screen.machine === machine))).toEqual([]);
  });

  test('the first recording of a screen shows it; a recording on a phone only if there is no other', () => {
    const scene = { machine: 'payment', name: 'paid', run: 0, step: 3, isMobile: false };
    const first = { ...scene, flow: 'first' };
    const onPhone = { ...scene, flow: 'phone', isMobile: true };
    expect(mergeScenes([[first], [{ ...scene, flow: 'second' }]])).toEqual([first]);
    expect(mergeScenes([[onPhone], [first]])).toEqual([first]);
    expect(mergeScenes([[onPhone]])).toEqual([onPhone]);
    expect([
      cannotBeReplaced([first], [first]),
      cannotBeReplaced([first], [onPhone]),
      cannotBeReplaced([first], []),
    ]).toEqual([true, false, false]);
  });
});

describe('the URL of the gallery (INSP-06)', () => {
  const all = [
    { machine: 'payment', name: 'overdue' },
    { machine: 'payment', name: 'paid late' },
    { machine: 'balance', name: 'ready' },
  ];
  const shown = (search: string) => all.filter(isChosen(readChoice(search, all))).map(({ name }) => name);

  test('contains machine, screen and language, and is read back unchanged', () => {
    const choice = { machine: 'payment', screen: 'paid late', lang: 'th-TH' } as const;
    const address = galleryAddress(choice);
    expect(address).toBe('/qa?tab=gallery&machine=payment&screen=paid+late&lang=th-TH');
    expect(readChoice(address.slice(address.indexOf('?')), all)).toEqual(choice);
  });

  test.each([
    { search: '', names: ['overdue', 'paid late', 'ready'] },
    { search: '?machine=payment', names: ['overdue', 'paid late'] },
    { search: '?machine=payment&screen=overdue', names: ['overdue'] },
    { search: '?machine=payment&screen=ready', names: ['overdue', 'paid late'] },
    { search: '?machine=gone&screen=overdue', names: ['overdue', 'paid late', 'ready'] },
    { search: '?screen=overdue', names: ['overdue', 'paid late', 'ready'] },
  ])('"$search" shows $names', ({ search, names }) => {
    expect(shown(search)).toEqual(names);
  });

  test('a missing or invalid language means English', () => {
    expect(readChoice('?lang=xx', all)).toMatchObject({ lang: 'en-US' });
    expect(galleryAddress(readChoice('', all))).toBe('/qa?tab=gallery&lang=en-US');
  });
});

const screenOf = (scene: Scene | null): string => {
  if (!scene) throw new Error('nothing was opened');
  return selectPortalScreen(scene.replay.root.getSnapshot() as never).name;
};

describe('the preview: machines of a recording for the portal’s own views (INSP-03)', () => {
  test('forward and back to the same screens, with the recorded clock', async () => {
    const { run } = await recordOrder(2, 10_000);
    const preview = createPreview();
    expect(preview.now()).toBeNull();
    preview.go(3);
    expect(preview.now()).toBeNull();
    preview.open(run);
    const seen: string[] = [];
    for (let step = 0; step < 40; step += 1) {
      preview.go(step);
      seen.push(screenOf(preview.now()));
    }
    expect(new Set(seen)).toContain('recharge');
    const revision = preview.now()?.revision;
    preview.go(20);
    expect(screenOf(preview.now())).toBe(seen[20]);
    expect(preview.now()?.revision).toBe((revision ?? 0) + 1);
    expect(preview.now()?.serverNow).toBeGreaterThanOrEqual(run.startedAt);
  });

  test('events from the views change nothing', async () => {
    const preview = createPreview();
    preview.open((await recordOrder(2, 10_000)).run);
    preview.go(30);
    const root = preview.now()?.replay.root;
    const before = JSON.stringify(root?.getPersistedSnapshot());
    root?.send({ type: 'url.changed', path: '/403', search: '', action: 'PUSH' });
    const children: Record<string, unknown> = root?.getSnapshot().children ?? {};
    for (const child of Object.values(children)) (child as AnyActorRef).send({ type: 'logout.request' });
    expect(JSON.stringify(root?.getPersistedSnapshot())).toBe(before);
    preview.go(31);
    expect(preview.now()?.replay.divergence()).toBeNull();
  });
});
