import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyStateMachine, assign, createActor, setup, toPromise } from 'xstate';
import { FAILURE_REASONS, failure, toFailure } from '../../machines/kernel/failure.ts';
import { type Listener, machineStub, type Port, ports, wire } from '../../machines/kernel/port.ts';
import { decoded, readParam } from '../../machines/kernel/url.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

describe('failures', () => {
  test('a default failure has no code, no message and no retry time (ERRS-03)', () => {
    const rest = { code: -1, msg: null, retryAfterMs: null };
    expect(failure('requestError', { status: 500 })).toEqual({ reason: 'requestError', status: 500, ...rest });
  });

  test('the failure of an adapter is passed through (ERRS-03)', () => {
    for (const reason of FAILURE_REASONS) {
      const given = failure(reason, { status: 429, code: 7, msg: 'slow down', retryAfterMs: 3_000 });
      expect(toFailure(given)).toEqual(given);
    }
  });

  test('the data of a refusal is passed through, and is absent without data (D16, ERRS-02)', () => {
    const data = { left: 3, options: ['card'] };
    expect(toFailure(failure('unknownError', { code: 777, msg: 'no', data }))).toMatchObject({ code: 777, data });
    expect(Object.keys(toFailure(failure('offline')))).not.toContain('data');
  });

  test.each([
    { what: 'an Error', given: new Error('no') },
    { what: 'a string', given: 'offline' },
    { what: 'nothing', given: undefined },
    { what: 'null', given: null },
    { what: 'an unknown reason', given: { reason: 'weather', status: 500 } },
  ])('$what reads "unknown error" (ERRS-03)', ({ given }) => {
    expect(toFailure(given)).toEqual(failure('unknownError'));
  });

  test('fields of the wrong type and unknown fields are left out (ERRS-03)', () => {
    const given = { reason: 'offline', status: '500', code: null, msg: 3, retryAfterMs: 'soon', token: 'secret' };
    expect(toFailure(given)).toEqual(failure('offline'));
  });
});

describe('ports', () => {
  type Ports = {
    load: Port<string, { n: number }>;
    listen: Listener<never, { type: 'clock.struck'; hour: number }, { every: number }>;
  };
  const noLoad: Ports['load'] = () => new Promise(() => undefined);
  const noListener: Ports['listen'] = () => () => {};
  const machine = setup({
    types: { context: {} as { hours: readonly number[] }, events: {} as { type: 'clock.struck'; hour: number } },
    actors: ports<Ports>({ load: 'port', listen: 'listener' }),
  }).createMachine({
    context: { hours: [] },
    initial: 'loading',
    invoke: { id: 'listen', src: 'listen', input: { every: 5 } },
    states: {
      loading: { invoke: { id: 'load', src: 'load', input: { n: 3 }, onDone: 'loaded', onError: 'refused' } },
      loaded: {},
      refused: {},
    },
    on: { 'clock.struck': '.loaded' },
  });

  beforeEach(() => void vi.useFakeTimers());

  test('the error of a stub names what was not provided (RCHG-17)', async () => {
    for (const stub of [ports<Pick<Ports, 'load'>>({ load: 'port' }).load, machineStub<AnyStateMachine>('load')])
      await expect(toPromise(createActor(stub, { input: { n: 3 } }).start())).rejects.toThrow(
        'port "load" was not provided',
      );
    const actor = createActor(machine).start();
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().value).toBe('refused');
  });

  test('a wired port gets its input and an abort signal (RCHG-17)', async () => {
    const calls: { n: number; signal: AbortSignal }[] = [];
    const load: Ports['load'] = ({ n }, signal) => {
      calls.push({ n, signal });
      return new Promise(() => undefined);
    };
    const actor = createActor(wire(machine, { load, listen: noListener })).start();
    expect(calls.map(({ n, signal }) => [n, signal.aborted])).toEqual([[3, false]]);
    actor.stop();
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  test('a wired listener sends to its machine and stops with it (RCHG-17)', () => {
    const ends: string[] = [];
    const listen: Ports['listen'] = ({ input, send }) => {
      const timer = setInterval(() => send({ type: 'clock.struck', hour: 1 }), input.every);
      return () => {
        clearInterval(timer);
        ends.push('ended');
      };
    };
    const actor = createActor(wire(machine, { load: noLoad, listen })).start();
    vi.advanceTimersByTime(5);
    expect(actor.getSnapshot().value).toBe('loaded');
    actor.stop();
    expect(ends).toEqual(['ended']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ports that are loaded later are read by name, and other actors are given apart (RCHG-17)', async () => {
    const parent = setup({
      actors: { ...ports<Pick<Ports, 'load'>>({ load: 'port' }), child: machineStub<typeof machine>('child') },
    }).createMachine({
      initial: 'loading',
      states: {
        loading: { invoke: { src: 'load', input: { n: 1 }, onDone: 'running', onError: 'running' } },
        running: { invoke: { id: 'child', src: 'child' } },
      },
    });
    const later = new Proxy({} as Pick<Ports, 'load'>, { get: () => async () => 'loaded' });
    const child = wire(machine, { load: noLoad, listen: noListener });
    const actor = createActor(wire(parent, later, { child })).start();
    await vi.advanceTimersByTimeAsync(0);
    expect(actor.getSnapshot().children['child']?.getSnapshot()).toMatchObject({ value: 'loading' });
  });
});

test.each([
  ['a%20b', 'a b'],
  ['a+b', 'a+b'],
  ['100%', null],
])('the text %s is decoded to %j (C60)', (text, expected) => {
  expect(decoded(text)).toBe(expected);
});

test.each([
  { what: 'a parameter', search: '?a=1&q=2', value: '2' },
  { what: 'the first value', search: '?q=1&q=2', value: '1' },
  { what: 'a search without a question mark', search: 'q=1', value: '1' },
  { what: 'a value with question marks', search: 'q=a?b?', value: 'a?b?' },
  { what: 'a value with equals signs', search: '?q=a=b==', value: 'a=b==' },
  { what: 'spaces', search: '?q=a+b%20c', value: 'a b c' },
  { what: 'an encoded name', search: '?%71=1', value: '1' },
  { what: 'an empty value', search: '?q', value: '' },
  { what: 'an absent parameter', search: '?a=1', value: null },
  { what: 'a value that cannot be decoded', search: '?q=%E0%A4%A', value: null },
])('$what: $search (C60)', ({ search, value }) => {
  expect(readParam(search, 'q')).toBe(value);
});

const lamp = setup({ guards: { isDark: () => true, isOff: ({ context }) => !context['on'] } }).createMachine({
  id: 'lamp',
  context: { on: false },
  initial: 'off',
  states: {
    off: { on: { turn: { guard: 'isDark', target: 'on', actions: assign({ on: true }) }, drop: 'broken' } },
    on: { on: { turn: { guard: 'isDark', target: 'off', actions: assign({ on: false }) } } },
    broken: {},
  },
  on: { check: { guard: 'isOff', actions: () => undefined } },
});
const events = ['turn', 'check'].map((type) => ({ type }));

beforeEach(() => void vi.useFakeTimers());

test('a transition that no path takes, a state that none enters and a guard that is never false fail by their names', async () => {
  const coverage = await coverTransitions(lamp, { inputs: [undefined], events });
  expect(() => assertCovered(coverage)).toThrow(
    '3 of 4 transitions taken\nnot taken:  lamp.off ── drop #0 ──▶ lamp.broken\nnot entered: lamp.broken\nnever false: isDark',
  );
});

test('a hand-written path that responds to a call without a request fails', async () => {
  const extraPaths = [{ input: undefined, events: [{ type: 'xstate.done.actor.readCode' }] }];
  const coverage = coverTransitions(lamp, { inputs: [undefined], events, extraPaths });
  await expect(coverage).rejects.toThrow('"readCode" is not pending, in state "off"');
});
