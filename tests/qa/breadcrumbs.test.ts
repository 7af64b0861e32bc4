import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { machineTree } from '../../src/qa/core/replay/flow-warnings.ts';
import { portalSystem } from '../../src/qa/portal/portal-system.ts';
import { breadcrumbText } from '../../src/views/app/breadcrumb-text.ts';
import type { Breadcrumb } from '../../src/views/app/portal.context.tsx';
import { ORDER_ROW, TOKEN } from '../support/api/fake-api.ts';
import { orderAnswer, orderIn } from '../support/browser/portal-tab.ts';
import { openRecordedTab } from '../support/browser/recorded-tab.ts';

const SECRETS = [
  'canary.bird',
  'Canary-4711x',
  'canary-token-90aa',
  TOKEN,
  ORDER_ROW.sdk_order_id,
  'u-1001',
  'r1',
  'Lumi',
];

const statesOf = ({ states }: AnyStateMachine['root']): readonly string[] =>
  Object.values(states).flatMap((node) => [node.key, ...statesOf(node)]);

/** Every word of every chart, and the prefixes of message types. */
const WORDS = new Set([
  ...['Breadcrumbs', 'of', 'init', 'done', 'error', 'after'],
  ...machineTree(portalSystem).flatMap(({ id, events, root }) => [
    id,
    ...events.join('.').split('.'),
    ...statesOf(root),
  ]),
]);

describe('the breadcrumbs of a tab', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));

  test('it lists receiver, message, sender and state changes', async () => {
    const tab = openRecordedTab('/main/recharge');
    await vi.advanceTimersByTimeAsync(500);
    expect(breadcrumbText(tab.readBreadcrumbs())).toBe(
      [
        'Breadcrumbs 1 (18 of 18)',
        'portal [running.loading,session.running,toasts.running,layout.desktop,network.online,storage.usable,access.unknown,externalLogin.waitingForSession] init:; layout.changed; network.changed',
        'boot [config.loading,clock.syncing,home.loading] init:',
        'session [restoring] init:',
        'toasts [empty] init:',
        'portal *url.changed',
        'session recovery.requested; done:restore > entry.idle,method.account',
        'portal session.absent > access.anonymous,externalLogin.done; *url.changed',
        'session recovery.requested',
        'boot done:loadConfig > config.loaded',
        'portal config.loaded > running.ready',
        'boot done:loadHome > home.loaded',
        'portal home.loaded',
        'boot done:syncClock > clock.synced',
        'portal clock.synced',
      ].join('\n'),
    );
  });

  test('a visit with secrets: at most 1,500 ASCII characters, no secret, and only words of the charts; nothing of a message but its type stays in memory', async () => {
    const tab = openRecordedTab('/main/recharge?token=canary-token-90aa&redirect=%2Fmain%2Fuser%3Fcode%3D481516');
    await orderIn(tab, { account: 'canary.bird@mine.example', password: 'Canary-4711x' });
    tab.api.reply('/api/order/record', orderAnswer(4));
    for (let at = 0; at < 20; at += 1) {
      const text = breadcrumbText(tab.readBreadcrumbs());
      expect(text).toMatch(/^[\x20-\x7e\n]{1,1500}$/);
      expect(Number(/\((\d+) of/.exec(text)?.[1])).toBeLessThanOrEqual(50);
      for (const secret of SECRETS) expect(text).not.toContain(secret);
      const words = text.match(/[A-Za-z][\w-]*/g) ?? [];
      expect(words.filter((word) => !WORDS.has(word))).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(breadcrumbText(tab.readBreadcrumbs())).toContain('settled');
    const kept = tab.readBreadcrumbs().entries.map(([, session, value, type]) => [session, value, type]);
    expect(kept).toHaveLength(120);
    for (const secret of ['canary.bird', 'Canary-4711x', TOKEN, 'u-1001'])
      expect(JSON.stringify(kept)).not.toContain(secret);
  });
});

const payment = {
  id: 'payment',
  events: [
    'order.check',
    'xstate.done.actor.readOrder',
    'xstate.error.actor.save',
    'xstate.error.actor.method.*',
    'toast.*',
  ],
};
const sent = (session: string, type: string, value = 'idle'): Breadcrumb => [payment, session, value, type, false];
const became = (session: string, value: string): Breadcrumb => [payment, session, value, null, false];

test('a message type that the chart does not name may contain an order number: its pattern is shown, or nothing', () => {
  const types = [
    'TOP-CANARY',
    'toast.TOP-CANARY',
    'xstate.error.actor.method.TOP-CANARY',
    'xstate.done.actor.save',
    'xstate.done.actor.payment.TOP-CANARY',
  ];
  const entries = [...types.map((type) => sent('x:1', type)), became('x:1', 'idle')];
  expect(breadcrumbText({ entries, total: 5 })).toBe(
    'Breadcrumbs 1 (5 of 5)\npayment [idle] ?; toast.* > ?; error:method.* > ?; done:save > ?; ? > ?',
  );
});

test('two actors of a machine have numbers; a message that waits gets the state after its own turn', () => {
  const entries = [
    sent('x:1', 'order.check'),
    sent('x:7', 'order.check'),
    sent('x:1', 'xstate.done.actor.readOrder'),
    became('x:1', 'reading'),
    became('x:7', 'reading'),
    became('x:1', 'idle'),
  ];
  expect(breadcrumbText({ entries, total: 3 })).toBe(
    'Breadcrumbs 1 (3 of 3)\npayment.1 [idle] order.check > reading\npayment.2 [idle] order.check > reading\npayment.1 done:readOrder > idle',
  );
});

test('the oldest steps are dropped: at most 50, and no more than fit', () => {
  const steps = (name: string) =>
    Array.from({ length: 60 }, (_, at) => [
      sent('x:1', 'order.check', `${name}${at}`),
      became('x:1', `${name}${at + 1}`),
    ]);
  const short = breadcrumbText({ entries: steps('s').flat(), total: 160 });
  expect(short).toMatch(/^Breadcrumbs 1 \(50 of 160\)\npayment \[s10\] order\.check > s11; .* > s60$/);
  const long = breadcrumbText({ entries: steps('long-name-of-a-state-').flat(), total: 160 });
  expect(long).toMatch(/^Breadcrumbs 1 \(\d\d of 160\)\n.* > long-name-of-a-state-60$/);
  expect(long.length).toBeLessThanOrEqual(1_500);
  expect(long.length).toBeGreaterThan(1_400);
});
