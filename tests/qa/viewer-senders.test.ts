import { expect, test, vi } from 'vitest';
import { guardSenders } from '../../src/qa/viewer/senders.ts';

const OWN = 'http://127.0.0.1:8787';

const open = ({ allowed = '', referrer = '', hash = '', isReceiving = true } = {}) => {
  let hear: (event: MessageEvent) => void = () => {};
  const page = {
    location: { origin: OWN, hash },
    document: { referrer, querySelector: () => ({ getAttribute: () => allowed }) },
    addEventListener: (_: string, listener: typeof hear) => {
      hear = listener;
    },
  };
  const senders = guardSenders(page as never, isReceiving);
  const passes = (origin: string, data: unknown = { type: '@xstate.event' }): boolean => {
    const stopImmediatePropagation = vi.fn();
    hear({ origin, data, stopImmediatePropagation } as never);
    return stopImmediatePropagation.mock.calls.length === 0;
  };
  return { senders, passes };
};

test('C67 · messages from the same origin pass; messages from every other origin are stopped, and the origin is named', () => {
  const { senders, passes } = open();
  const heard = vi.fn();
  senders.subscribe(heard);
  expect([passes(OWN), senders.refused()]).toEqual([true, null]);
  expect([passes('http://localhost:5173'), senders.refused()]).toEqual([false, 'http://localhost:5173']);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('C67 · an origin that the server wrote into the page passes; one that only looks like it does not', () => {
  const { senders, passes } = open({ allowed: 'http://localhost:5173 https://app.example' });
  expect([passes('http://localhost:5173'), passes('https://app.example'), senders.refused()]).toEqual([
    true,
    true,
    null,
  ]);
  for (const origin of ['http://localhost:51730', 'https://app.example.evil.test', 'http://app.example', 'null', ''])
    expect([origin, passes(origin)]).toEqual([origin, false]);
});

test('C67 · other messages, such as those of a browser extension, are stopped, and their origin is not named', () => {
  const { senders, passes } = open();
  for (const data of ['hello', null, { type: 'other' }, {}])
    expect([passes('http://localhost:5173', data), senders.refused()]).toEqual([false, null]);
});

test('C67 · the page that opened the viewer counts as refused, because it has no opener then; a link to a step does not', () => {
  const referrer = 'http://localhost:5173/app?x=1';
  expect(open({ referrer }).senders.refused()).toBe('http://localhost:5173');
  expect(open({ referrer, allowed: 'http://localhost:5173' }).senders.refused()).toBeNull();
  expect(open({ referrer, hash: '#flow=late' }).senders.refused()).toBeNull();
  expect(open({ referrer: `${OWN}/main/home` }).senders.refused()).toBeNull();
});

test('a page without an opener stops nothing, so that the Stately inspector can answer', () => {
  const { senders, passes } = open({ isReceiving: false });
  expect([passes('https://stately.ai'), senders.refused()]).toEqual([true, null]);
});
