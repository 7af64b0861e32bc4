import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignment } from '../../src/qa/core/compare/machine-diff.ts';
import { type FlowRow, writeFlow } from '../../src/qa/core/record/flow.file.ts';
import { diffFiles } from '../../src/qa/portal/diff-files.ts';
import { flowOf, keptText as textOf } from '../support/qa/kept-flows.ts';

/** The same flow on another day: different times, order numbers, references and masks. */
const onAnotherDay = (text: string): string =>
  text
    .replaceAll(/\b1[6-9]\d{11}\b/g, (time) => String(Number(time) + 86_400_000))
    .replaceAll(/•••(\d+)/g, (_, number: string) => `•••${Number(number) * 3 + 1}`)
    .replaceAll(/2\d{5}-([A-Z0-9]{4})-([A-Z0-9]{4})-([A-Z0-9]{4})/g, '291231-$3-$1-$2')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}-4)/g, '0f0f0f0f$1')
    .replaceAll(/"at":(\d+),"kind"/g, (_, at: string) => `"at":${Number(at) + 50},"kind"`);

type Row = FlowRow extends infer One ? (One extends unknown ? Omit<One, 'at'> : never) : never;

const flowWith = (...rows: readonly Row[]): string =>
  writeFlow({
    format: 'portal.flow',
    version: 1,
    name: 'made',
    build: '1.2.3',
    locale: 'en-US',
    machines: {},
    runs: [
      {
        tab: 'a',
        address: '/',
        startedAt: 0,
        contexts: true,
        rows: rows.map((row, index) => ({ at: index * 10, ...row }) as FlowRow),
      },
    ],
  });

const START: readonly Row[] = [
  { kind: 'actor', path: '$', machine: 'portal' },
  { kind: 'actor', path: '$/port', machine: null },
  { kind: 'event', to: '$', from: null, event: { type: 'xstate.init' } },
  { kind: 'state', path: '$', value: { step: 'items' }, status: 'active', context: { item: null, price: null } },
];

const message = (
  type: string,
  state: Omit<Extract<Row, { kind: 'state' }>, 'kind' | 'path'> = {},
  more = {},
): Row[] => [
  { kind: 'event', to: '$', from: '$/port', event: { type, ...more } },
  { kind: 'state', path: '$', ...state },
];

const different = (a: readonly Row[], b: readonly Row[]): readonly string[] => {
  const { result, lines } = diffFiles(flowWith(...START, ...a), flowWith(...START, ...b));
  expect(result).toBe('different');
  return lines.slice(2);
};

describe('two recordings', () => {
  test.each(['two-tabs', 'expiry-and-resubmit', 'e-points-in-doubt', 'news'])(
    '%s equals itself on another day: other times, order numbers, references and masks',
    (name) => {
      const text = textOf(name);
      const other = onAnotherDay(text);
      expect(other).not.toBe(text);
      const { result, lines } = diffFiles(text, other);
      expect(lines.slice(2)).toEqual([
        expect.stringMatching(/^✓ The recordings are equal: \d+ machines; messages: \d+ equal$/),
      ]);
      expect(result).toBe('same');
    },
  );

  test('a name always means the same name of the other recording', () => {
    const text = textOf('expiry-and-resubmit');
    const [first, second] = new Set(
      [...text.matchAll(/"type":"order\.confirm","key":"([^"]+)"/g)].map(([, key = '']) => key),
    );
    const { result, lines } = diffFiles(text, text.replaceAll(`"key":"${second}"`, `"key":"${first}"`));
    expect(result).toBe('different');
    expect(lines[2]).toMatch(/^✗ First divergence: page load 1, recharge, message \d+ /);
    expect(lines).toContainEqual(`  in the message, at key: A "${second}", B "${first}"`);
  });

  test('another price, a missing text and a shorter list are differences', () => {
    const item = { price: { minor: 199 }, title: '60 gems', roleName: '•••4', list: [1, 2] };
    for (const [path, other] of [
      ['price.minor', { ...item, price: { minor: 299 } }],
      ['roleName', { ...item, roleName: '' }],
      ['list[1]', { ...item, list: [1] }],
    ] as const) {
      const lines = different(message('items.loaded', {}, { item }), message('items.loaded', {}, { item: other }));
      expect(lines[1]).toBe('  Both: receives "items.loaded" from port');
      expect(lines[2]).toContain(`  in the message, at item.${path}: A `);
    }
  });

  test('a context that differs is a divergence in the same state', () => {
    const lines = different(
      message('items.loaded', { value: { step: 'ready' }, context: { price: 199 } }),
      message('items.loaded', { value: { step: 'ready' }, context: { price: 299 } }),
    );
    expect(lines).toEqual([
      '✗ First divergence: page load 1, portal, message 2 (row 4 of A at 0.040 s, row 4 of B at 0.040 s)',
      '  Both: receives "items.loaded" from port',
      '  Both: is in step.ready',
      '  in the context, at price: A 199, B 299',
      'Messages: 1 equal, 1 different',
    ]);
  });

  test('another message at the same place is named with both states, and the rest is counted', () => {
    const lines = different(
      [...message('items.loaded', { value: { step: 'item' } }), ...message('item.pick'), ...message('item.pick')],
      [...message('items.failed'), ...message('item.pick')],
    );
    expect(lines).toEqual([
      expect.stringMatching(/^✗ First divergence: page load 1, portal, message 2 /),
      '  A receives "items.loaded" from port and is in step.item',
      '  B receives "items.failed" from port and stays in step.items',
      'Messages: 1 equal, 1 different, 2 only in A, 1 only in B',
    ]);
  });

  test('what a machine asks of its ports is compared', () => {
    const asks = (itemId: string): readonly Row[] => [
      { kind: 'event', to: '$', from: null, event: { type: 'item.pick' } },
      { kind: 'event', to: '$/port', from: '$', event: { type: 'item.read', itemId } },
      { kind: 'state', path: '$' },
    ];
    expect(diffFiles(flowWith(...START, ...asks('gems')), flowWith(...START, ...asks('gems'))).result).toBe('same');
    expect(diffFiles(flowWith(...START, ...asks('gems')), flowWith(...START, ...asks('coins'))).result).toBe(
      'different',
    );
  });

  test('responses in another order are equal if the machine ends up the same', () => {
    const prices = (at: number) => message('price.loaded', { context: { price: at } });
    const items = message('items.loaded', { context: { item: 'gems' } });
    const { result, lines } = diffFiles(
      flowWith(...START, ...prices(1), ...items),
      flowWith(...START, ...items, ...prices(1)),
    );
    expect(lines.at(-1)).toBe(
      '✓ The recordings are equal: 1 machines; messages: 1 equal, 2 equal in a different order',
    );
    expect(result).toBe('same');
    different([...prices(1), ...items], [...items, ...prices(2)]);
    different(
      [...message('price.loaded', { value: 'a' }), ...items],
      [...items, ...message('price.loaded', { value: 'b' })],
    );
  });

  test('a different address and a different number of page loads are differences', () => {
    const flow = flowOf(textOf('reload'));
    const [first] = flow.runs;
    if (!first) throw new Error('a flow has a page load');
    const shorter = diffFiles(writeFlow(flow), writeFlow({ ...flow, runs: [first] }));
    expect(shorter).toMatchObject({ result: 'different', lines: expect.arrayContaining(['✗ 1 page load only in A']) });
    const elsewhere = diffFiles(
      writeFlow({ ...flow, runs: [first] }),
      writeFlow({ ...flow, runs: [{ ...first, address: '/main' }] }),
    );
    expect(elsewhere.result).toBe('different');
    expect(elsewhere.lines[2]).toMatch(/^✗ Page load 1: A opens tab a, \/main\/recharge.*; B opens tab a, \/main$/);
  });

  test('a file that is not a recording is named', () => {
    const { result, lines } = diffFiles(textOf('declined'), '{');
    expect(result).toBe('unreadable');
    expect(lines[0]).toMatch(/^B: This is not JSON/);
  });
});

test('the alignment of two lists is their longest common part', () => {
  const longest = (a: readonly string[], b: readonly string[]): number => {
    const [headA, ...restA] = a;
    const [headB, ...restB] = b;
    if (headA === undefined || headB === undefined) return 0;
    return headA === headB ? 1 + longest(restA, restB) : Math.max(longest(restA, b), longest(a, restB));
  };
  const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });
  fc.assert(
    fc.property(list, list, (a, b) => {
      const pairs = [...alignment(a, b)].toSorted(([one], [other]) => one - other);
      expect(pairs.every(([left, right]) => a[left] === b[right])).toBe(true);
      expect(pairs.every(([, right], at) => right > (pairs[at - 1]?.[1] ?? -1))).toBe(true);
      expect(pairs).toHaveLength(longest(a, b));
    }),
    { numRuns: 200 },
  );
});
