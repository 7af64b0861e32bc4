import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AnyActor } from 'xstate';
import { screensInView } from '../../src/qa/gallery/screens-in-view.ts';
import { type Flow, type FlowRun, readFlow } from '../../src/qa/record/flow.file.ts';
import { messagesOfRun } from '../../src/qa/replay/flow-messages.ts';
import { portalSystem } from '../../src/qa/replay/portal-system.ts';
import { openReplay, replayRun } from '../../src/qa/replay/replay.ts';
import { replayFile } from '../../src/qa/replay/replay-file.ts';
import { type ExternalEvent, externalEventsOf } from '../../src/qa/replay/rerun.ts';
import { answerMessage, type Change, failureMessage, type Message, type Reply } from '../../src/qa/what-if/change.ts';
import { type Choice, choicesAfter } from '../../src/qa/what-if/choices.ts';
import { continueRun } from '../../src/qa/what-if/continuation.ts';
import { inputsOfMessages } from '../../src/qa/what-if/message-inputs.ts';
import { answersOf, failuresOf } from '../../src/qa/what-if/port-results.ts';
import { readEvent, readJson } from '../../src/qa/what-if/read-entry.ts';
import { type ChangedFlow, whatIf } from '../../src/qa/what-if/what-if-flow.ts';

const flowOf = (name: string): Flow => {
  const read = readFlow(readFileSync(new URL(`../flows/${name}.flow.json`, import.meta.url), 'utf8'));
  if (!read.ok) throw new Error(read.line);
  return read.flow;
};

const loadOf = ({ runs }: Flow, load = 0): FlowRun => {
  const run = runs[load];
  if (!run) throw new Error('the recording has this page load');
  return run;
};

/** The index and the row of an external event. `rank`: its index among the events of its type. */
const messageOf = (run: FlowRun, type: string, rank = 0): readonly [number, ExternalEvent] => {
  const found = [...externalEventsOf(run.rows).entries()].filter(([, { event }]) => event.type === type)[rank];
  if (!found) throw new Error(`no ${type}`);
  return found;
};

const changedBy = (flow: Flow, change: Change, replies: readonly Reply[] = [], hasRest = true): ChangedFlow => {
  const result = whatIf(flow, 0, { change, replies, hasRest });
  if (result.result !== 'changed') throw new Error(JSON.stringify(result));
  return result.changed;
};

const refusal = (flow: Flow, change: Change, replies: readonly Reply[] = []): string => {
  const result = whatIf(flow, 0, { change, replies, hasRest: true });
  return result.result === 'refused' ? result.why : `not refused: ${result.result}`;
};

/** The screens of a machine directly after the change. */
const screensAt = ({ flow, load, outside }: ChangedFlow, machine: string): readonly string[] => {
  const replay = openReplay(portalSystem, loadOf(flow, load));
  replay.start();
  for (let step = 0; step < outside; step += 1) replay.step();
  const screens = screensInView(replay.root as unknown as AnyActor);
  replay.stop();
  return screens.filter((one) => one.machine === machine).map(({ name }) => name);
};

const HAPPY = flowOf('happy-path');
const RUN = loadOf(HAPPY);
const [PAID_AT, PAID] = messageOf(RUN, 'xstate.done.actor.readOrder');

const withStatus = ({ event }: ExternalEvent, status: string, orderStatus: number): Message => {
  const copy = structuredClone(event) as Message & { output: { record: Record<string, unknown> } };
  Object.assign(copy.output.record, { status, orderStatus });
  return copy;
};

describe('an answer is changed', () => {
  const declined: Change = { kind: 'replace', input: PAID_AT, event: withStatus(PAID, 'failed', 3) };

  test('paid becomes declined: the screen, the words and a recording that replays', () => {
    const changed = changedBy(HAPPY, declined);
    expect(screensAt(changed, 'payment')).toEqual(['failed']);
    expect(changed.flow.name).toBe('happy-path, what if readOrder answers payment with other data');
    expect(changed.lines).toEqual([
      expect.stringMatching(/^readOrder answers payment with other data, at \d+\.\d{3} s$/),
      '  output.record.orderStatus: 2 → 3',
      '  output.record.status: "paid" → "failed"',
      '1 recorded message no longer applies: loadBalance',
    ]);
    expect(changed.divergence[0]).toMatch(/^✗ First divergence: page load 1, payment\.<1>, message 7 \(row 305 of A/);
    expect(changed.divergence).toContain('  guard isPaid: true in A, false in B');
    const replayed = replayFile(changed.text);
    expect(replayed.ok).toBe(true);
    expect(replayed.lines[0]).toMatch(/charts unchanged/);
  });

  test('and ends there, without the rest of the recording', () => {
    const changed = changedBy(HAPPY, declined, [], false);
    expect(screensAt(changed, 'payment')).toEqual(['failed']);
    expect(changed.lines).toContain('the recording ends with this change');
    expect(externalEventsOf(loadOf(changed.flow).rows)).toHaveLength(PAID_AT + 1);
    expect(replayFile(changed.text).ok).toBe(true);
  });

  test.each(['happy-path', 'e-points-insufficient', 'new-password'])(
    'nothing in %s is different if a message is replaced by itself, and calls without a recorded result stay open',
    (name) => {
      const flow = flowOf(name);
      const [input, { event }] = messageOf(loadOf(flow), 'url.changed');
      const { divergence, lines, flow: changed } = changedBy(flow, { kind: 'replace', input, event });
      expect(divergence).toEqual(['The machines do the same as in the original.']);
      expect(lines).toEqual([expect.stringMatching(/^portal receives url\.changed with other data, at /)]);
      expect(changed.machines).toEqual(flow.machines);
    },
  );

  test('into a failure: the clicks that the page no longer offers are left out', () => {
    const [input, { event }] = messageOf(RUN, 'xstate.done.actor.loadChannels');
    const failure = failuresOf([RUN], { name: 'loadChannels' }).find(({ reason }) => reason === 'timedOut');
    const changed = changedBy(HAPPY, { kind: 'replace', input, event: failureMessage('loadChannels', failure?.error) });
    expect(event.type).not.toBe('xstate.error.actor.loadChannels');
    expect(screensAt(changed, 'recharge')).toEqual(['channel failed']);
    expect(changed.lines[0]).toMatch(/^loadChannels fails for recharge with timedOut, at /);
    expect(changed.lines[1]).toMatch(/^\d+ recorded messages no longer apply: channel\.pick, url\.changed \(2\), /);
    expect(replayFile(changed.text).ok).toBe(true);
  });

  test('a recorded answer to another request is named', () => {
    const [input, pick] = messageOf(RUN, 'channel.pick');
    const event = { ...pick.event, channelCode: 'wallet' };
    const { lines } = changedBy(HAPPY, { kind: 'replace', input, event });
    expect(lines).toContain('  channelCode: "card" → "wallet"');
    expect(lines).toContain('recorded answers to another request: saveIntent, createOrder');
  });
});

describe('an event is inserted', () => {
  const later: Change = {
    kind: 'insert',
    input: PAID_AT - 2,
    sent: { to: PAID.to, from: null, event: { type: 'payment.later' } },
  };

  test('Later closes the dialog; the list that loads then is not in the recording, so the tester supplies its result or leaves the call open', () => {
    const first = whatIf(HAPPY, 0, { change: later, replies: [], hasRest: true });
    if (first.result !== 'question') throw new Error(first.result);
    const { call } = first.question;
    expect(call).toMatchObject({ name: 'loadItems', to: '$/signedIn/recharge', canAnswer: true, canFail: true });
    const [items] = answersOf(HAPPY.runs, call);
    const answered = changedBy(HAPPY, later, [{ kind: 'answer', event: answerMessage(call.name, items) }]);
    expect(answered.lines).toContain('not in the recording: loadItems answers recharge');
    expect(answered.divergence[2]).toMatch(/^ {2}B receives "payment\.later" and is in unpaid/);
    expect(answered.divergence[0]).toContain('payment.<1>, message 6');
    expect(screensAt(answered, 'payment')).toEqual(['deferred']);
    expect(replayFile(answered.text).ok).toBe(true);

    const silent = changedBy(HAPPY, later, [{ kind: 'silence' }]);
    expect(silent.lines).toContain('not in the recording: loadItems returns no result to recharge');
    expect(externalEventsOf(loadOf(silent.flow).rows).length).toBeGreaterThan(externalEventsOf(RUN.rows).length);
    const ended = changedBy(HAPPY, later, [{ kind: 'end' }]);
    expect(ended.lines).toContain('not in the recording: it ends where recharge calls loadItems');
    expect(loadOf(ended.flow).rows.length).toBeLessThan(loadOf(silent.flow).rows.length);
    for (const { text } of [silent, ended]) expect(replayFile(text).ok).toBe(true);
  });

  test('the browser goes where the portal sends it', () => {
    const sent = { to: '$', from: null, event: { type: 'page.open', to: '/main/news' } };
    const changed = changedBy(HAPPY, { kind: 'insert', input: externalEventsOf(RUN.rows).length - 1, sent }, [
      { kind: 'end' },
    ]);
    const last = loadOf(changed.flow).rows.findLast((row) => row.kind === 'event' && row.event.type === 'url.changed');
    expect(last).toMatchObject({ event: { path: '/main/news', action: 'PUSH' } });
    expect(replayFile(changed.text).ok).toBe(true);
  });

  test('a timer that is set ends, and a call gets its result early', () => {
    const choices = choicesAfter(portalSystem, RUN, PAID_AT - 2);
    const timer = choices.find(
      (one): one is Extract<Choice, { kind: 'timer' }> => one.kind === 'timer' && one.sent.to === PAID.to,
    );
    if (!timer) throw new Error('the payment has a timer');
    const changed = changedBy(HAPPY, { kind: 'insert', input: PAID_AT - 2, sent: timer.sent });
    expect(changed.lines[0]).toMatch(/^the timer \w+ of payment ends, after \d\.\d{3} s$/);
    expect(replayFile(changed.text).ok).toBe(true);
    const calls = choicesAfter(portalSystem, RUN, PAID_AT - 1).flatMap((one) =>
      one.kind === 'result' ? [one.call.name] : [],
    );
    expect(calls).toContain('readOrder');
  });
});

describe('a message is left out', () => {
  test('a dropped answer leaves its call open, without a question', () => {
    const [input] = messageOf(RUN, 'xstate.done.actor.createOrder');
    const changed = changedBy(HAPPY, { kind: 'drop', input });
    expect(changed.lines[0]).toMatch(/^createOrder returns no result to recharge\/submitOrder, at /);
    expect(loadOf(changed.flow).rows.map((row) => row.kind === 'actor' && row.machine)).not.toContain('payment');
    expect(replayFile(changed.text).ok).toBe(true);
  });

  test.each(['expiry-and-resubmit', 'troubled-lists', 'e-points-in-doubt'])(
    'whichever message of %s it is, the result replays',
    (name) => {
      const run = loadOf(flowOf(name));
      const replies: readonly Reply[] = Array.from({ length: 20 }, () => ({ kind: 'silence' }));
      for (const input of externalEventsOf(run.rows).keys()) {
        if (input % 9 !== 4) continue;
        const result = continueRun(portalSystem, run, { change: { kind: 'drop', input }, replies, hasRest: true });
        if (result.result !== 'complete') throw new Error(`${input}: ${JSON.stringify(result)}`);
        expect(replayRun(portalSystem, result.continued.run)).toBeNull();
      }
    },
  );
});

describe('the choices at a step', () => {
  test('are what the machines accept there, by their definitions: each can be inserted', () => {
    const choices = choicesAfter(portalSystem, RUN, PAID_AT - 2);
    const events = choices.flatMap((one) => (one.kind === 'event' ? [one] : []));
    const types = events.flatMap(({ machine, sent }) => (machine === PAID.to ? [sent.event.type] : []));
    expect(types).toContain('payment.later');
    expect(types).not.toContain('payment.resubmit');
    for (const { sent } of events.filter(({ machine }) => machine === PAID.to)) {
      const change: Change = { kind: 'insert', input: PAID_AT - 2, sent };
      const result = continueRun(portalSystem, RUN, { change, replies: [], hasRest: false });
      const isShapeless = result.result === 'refused' && result.why.includes('stops with an error');
      expect(isShapeless || result.result === 'complete').toBe(true);
    }
    const settled = choicesAfter(portalSystem, RUN, PAID_AT);
    expect(settled.map((one) => one.kind === 'event' && one.sent.event.type)).not.toContain('payment.completed');
  });

  test('have the fields of the recording, and the ports their recorded results first', () => {
    const [input, pick] = messageOf(RUN, 'channel.pick');
    const choices = choicesAfter(portalSystem, RUN, input - 1);
    expect(choices).toContainEqual({
      kind: 'event',
      machine: pick.to,
      sent: { to: pick.to, from: null, event: pick.event },
      isRecorded: true,
    });
    const doubt = flowOf('order-in-doubt').runs;
    const [first, second] = failuresOf(doubt, { name: 'readOrder' });
    expect(first).toEqual({
      reason: 'systemBusy',
      isRecorded: true,
      error: expect.objectContaining({ status: 503 }),
    });
    expect(second?.isRecorded).toBe(false);
    expect(failuresOf(doubt, { name: 'readOrder' }).find(({ reason }) => reason === 'priceChanged')?.error).toEqual({
      reason: 'priceChanged',
      status: 200,
      code: 1,
      msg: null,
      retryAfterMs: null,
    });
  });

  test('a message of the machines themselves belongs to the external event before it', () => {
    const { messages } = messagesOfRun(RUN);
    const inputs = inputsOfMessages(RUN);
    expect(inputs).toHaveLength(messages.length);
    const typesOf = (input: number) =>
      messages.flatMap((one, at) => (one.type === '@xstate.event' && inputs[at] === input ? [one.event.type] : []));
    expect(typesOf(PAID_AT)).toEqual([
      PAID.event.type,
      'order.observed',
      'payment.settled',
      'balance.refresh',
      'xstate.init',
      'toast.close',
      'toast.close',
      'list.refresh',
    ]);
    const [login, { event }] = messageOf(RUN, 'login.submit');
    expect(typesOf(login)[0]).toBe(event.type);
    expect(inputs[0]).toBe(-1);
    expect(messages[inputs.indexOf(PAID_AT)]).toMatchObject({
      type: '@xstate.event',
      event: { type: PAID.event.type },
    });
  });
});

describe('a refusal', () => {
  const insert = (event: Message, to = PAID.to): Change => ({
    kind: 'insert',
    input: PAID_AT - 2,
    sent: { to, from: null, event },
  });

  test('says why the machine does not accept an event', () => {
    expect(refusal(HAPPY, insert({ type: 'payment.foo' }))).toMatch(
      /^payment\.\S+ does not accept "payment\.foo" in unpaid · .+\. It accepts: .*payment\.completed/,
    );
    expect(refusal(HAPPY, insert({ type: 'layout.changed', isMobile: false }, '$'))).toMatch(
      / rejects "layout\.changed" in .+: not \w+/,
    );
    expect(refusal(HAPPY, insert({ type: 'payment.later' }, '$/signedIn/article'))).toBe('article does not run here.');
  });

  test('of an answer that the machine cannot read, and of a reply', () => {
    expect(refusal(HAPPY, { kind: 'replace', input: PAID_AT, event: answerMessage('readOrder', 4) })).toMatch(
      /^payment\.\S+ stops with an error, because the data does not have the shape that it needs: /,
    );
    const later = insert({ type: 'payment.later' });
    expect(refusal(HAPPY, later, [{ kind: 'answer', event: answerMessage('loadItems', 4) }])).toMatch(/^recharge /);
  });

  test('of a text that is not JSON or not an event', () => {
    expect(readJson('{"a": 1')).toEqual({ ok: false, line: expect.stringMatching(/^This is not JSON: /) });
    expect(readJson('null')).toEqual({ ok: true, value: null });
    expect(readEvent('{"channel": 1}')).toEqual({
      ok: false,
      line: 'An event is an object with a "type", which is a text.',
    });
    expect(readEvent('{"type": "xstate.stop"}')).toMatchObject({ ok: false });
    expect(readEvent('{"type": "payment.later"}')).toEqual({ ok: true, value: { type: 'payment.later' } });
  });
});

describe('the new recording', () => {
  test('has the page loads before the change, with their charts, and none after it', () => {
    const flow = flowOf('reload');
    const [input] = messageOf(loadOf(flow, 1), 'xstate.done.actor.readOrder');
    const second = whatIf(flow, 1, { change: { kind: 'drop', input }, replies: [], hasRest: true });
    if (second.result !== 'changed') throw new Error(second.result);
    expect(second.changed.flow.runs).toHaveLength(2);
    expect(second.changed.flow.runs[0]).toEqual(flow.runs[0]);
    const [inFirst] = messageOf(loadOf(flow), 'order.confirm');
    const first = changedBy(flow, { kind: 'drop', input: inFirst });
    expect(first.flow.runs).toHaveLength(1);
    expect(first.lines).toContain('1 later page load is left out');
    for (const { text } of [first, second.changed]) expect(replayFile(text).ok).toBe(true);
  });

  test('shows no secret that the tester types', () => {
    const flow = flowOf('troubled-start');
    const [input, submit] = messageOf(loadOf(flow), 'login.submit');
    const event = { ...submit.event, password: 'hunter2-hunter2', note: 'jane@example.com' };
    const { text, lines } = changedBy(flow, { kind: 'replace', input, event }, [{ kind: 'end' }]);
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('jane@example.com');
    expect(lines.join('\n')).not.toContain('hunter2');
  });

  test('can be changed again, and is compared with the first one', () => {
    const once = changedBy(HAPPY, { kind: 'replace', input: PAID_AT, event: withStatus(PAID, 'failed', 3) }, [], false);
    const [at] = messageOf(loadOf(once.flow), 'channel.pick');
    const twice = whatIf(once.flow, 0, { change: { kind: 'drop', input: at }, replies: [], hasRest: true }, HAPPY);
    if (twice.result !== 'changed') throw new Error(twice.result);
    expect(twice.changed.flow.name).toBe(
      'happy-path, what if readOrder answers payment with other data and recharge does not receive channel.pick',
    );
    expect(twice.changed.divergence[0]).toContain('recharge');
    expect(replayFile(twice.changed.text).ok).toBe(true);
  });
});
