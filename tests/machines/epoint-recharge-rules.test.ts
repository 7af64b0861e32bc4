import { expect, test } from 'vitest';
import type { StateValue } from 'xstate';
import { initialContext } from '../../machines/epoint-recharge/epoint-recharge.choices.ts';
import { epointRechargeMachine } from '../../machines/epoint-recharge/epoint-recharge.machine.ts';
import { EPOINT_RECHARGE_RULES } from '../../machines/epoint-recharge/epoint-recharge.rules.ts';
import type { EpointRechargeContext } from '../../machines/epoint-recharge/epoint-recharge.types.ts';
import { expectNamed, judge } from '../support/machines/rule-judgment.ts';
import { FRESH, pack, pointIntent, pointTicket, way } from './epoint-recharge-harness.ts';

const PACKAGE = { item: pack('p1') };
const CHANNEL = { ...PACKAGE, channel: way('card') };

test('a rule about the E Point recharge has an id and a sentence', () => expectNamed(EPOINT_RECHARGE_RULES));

test.each<{
  what: string;
  wizard: StateValue;
  made: Partial<EpointRechargeContext>;
  status?: 'active' | 'stopped';
  found: readonly string[];
}>([
  { what: 'the packages without a choice', wizard: { shop: 'packages' }, made: {}, found: [] },
  { what: 'the channels for a package', wizard: { shop: 'channels' }, made: PACKAGE, found: [] },
  {
    what: 'the channels without a package',
    wizard: { shop: 'channels' },
    made: { ...CHANNEL, item: null },
    found: ['the package is missing at {"shop":"channels"}'],
  },
  { what: 'the confirmation of both choices', wizard: { shop: 'confirming' }, made: CHANNEL, found: [] },
  {
    what: 'the confirmation without a package',
    wizard: { shop: 'confirming' },
    made: { ...CHANNEL, item: null },
    found: ['the package is missing at {"shop":"confirming"}'],
  },
  {
    what: 'the confirmation without a channel',
    wizard: { shop: 'confirming' },
    made: PACKAGE,
    found: ['the channel is missing at {"shop":"confirming"}'],
  },
  {
    what: 'a resumed submission',
    wizard: { ordering: { uncertain: 'lookingUp' } },
    made: { intent: pointIntent() },
    found: [],
  },
  {
    what: 'a submission without an intent',
    wizard: { ordering: 'creating' },
    made: { ...CHANNEL, order: pointTicket() },
    found: ['the intent is missing at {"ordering":"creating"}'],
  },
  { what: 'a shown payment', wizard: 'paying', made: { order: pointTicket() }, found: [] },
  {
    what: 'a payment without an order',
    wizard: 'paying',
    made: { ...CHANNEL, intent: pointIntent() },
    found: ['the order is missing at "paying"'],
  },
  { what: 'a wizard that has stopped', wizard: 'paying', made: {}, status: 'stopped', found: [] },
])('the rule judges $what (RCHG-15)', ({ wizard, made, status = 'active', found }) => {
  const step = {
    machine: 'epointRecharge',
    path: '$/epointRecharge',
    event: { type: 'page.enter' },
    snapshot: epointRechargeMachine.resolveState({
      value: { page: 'active', wizard },
      context: { ...initialContext({ input: FRESH }), ...made },
      status,
    }),
    running: new Map(),
  };
  expect(judge(EPOINT_RECHARGE_RULES, [step]).map(({ problem }) => problem)).toEqual(found);
});
