import { expect, test } from 'vitest';
import type { StateValue } from 'xstate';
import { initialContext } from '../../machines/recharge/recharge.choices.ts';
import { rechargeMachine } from '../../machines/recharge/recharge.machine.ts';
import { RECHARGE_RULES } from '../../machines/recharge/recharge.rules.ts';
import type { RechargeContext } from '../../machines/recharge/recharge.types.ts';
import { expectNamed, judge } from '../support/machines/rule-judgment.ts';
import { channel, EMPTY_DRAFT, intent, item, ticket } from './recharge-harness.ts';

const SERVER = { serverId: 's1' };
const ROLE = { ...SERVER, roleId: 'r1' };
const ITEM = { ...ROLE, item: item('i1', 499) };
const CHANNEL = { ...ITEM, channel: channel('c1') };

const CONFIRMING = { game: { confirming: 'ready' } };

test('a rule about the recharge has an id and a sentence', () => expectNamed(RECHARGE_RULES));

test.each<{
  what: string;
  wizard: StateValue;
  made: Partial<RechargeContext>;
  status?: 'active' | 'stopped';
  found: readonly string[];
}>([
  { what: 'the servers without a choice', wizard: { game: { server: 'choosing' } }, made: {}, found: [] },
  { what: 'the roles of a server', wizard: { game: { role: 'choosing' } }, made: SERVER, found: [] },
  {
    what: 'the roles without a server',
    wizard: { game: { role: 'choosing' } },
    made: { ...CHANNEL, serverId: null },
    found: ['the server is missing at {"game":{"role":"choosing"}}'],
  },
  { what: 'the items for a role', wizard: { game: { items: 'loading' } }, made: ROLE, found: [] },
  {
    what: 'the items without a role',
    wizard: { game: { items: 'loading' } },
    made: { ...CHANNEL, roleId: null },
    found: ['the role is missing at {"game":{"items":"loading"}}'],
  },
  {
    what: 'the items without a server and a role',
    wizard: { game: { items: 'loading' } },
    made: {},
    found: ['the server is missing at {"game":{"items":"loading"}}'],
  },
  { what: 'the channels for an item', wizard: { game: { channels: 'choosing' } }, made: ITEM, found: [] },
  {
    what: 'the channels without an item',
    wizard: { game: { channels: 'choosing' } },
    made: { ...CHANNEL, item: null },
    found: ['the item is missing at {"game":{"channels":"choosing"}}'],
  },
  { what: 'the confirmation of all choices', wizard: CONFIRMING, made: CHANNEL, found: [] },
  {
    what: 'the confirmation without a channel',
    wizard: CONFIRMING,
    made: ITEM,
    found: ['the channel is missing at {"game":{"confirming":"ready"}}'],
  },
  {
    what: 'the reload of a price without a role',
    wizard: { game: { confirming: 'repricing' } },
    made: { ...CHANNEL, roleId: null },
    found: ['the role is missing at {"game":{"confirming":"repricing"}}'],
  },
  {
    what: 'a resumed submission',
    wizard: { ordering: { uncertain: 'lookingUp' } },
    made: { intent: intent('k1') },
    found: [],
  },
  {
    what: 'a submission without an intent',
    wizard: { ordering: 'creating' },
    made: { ...CHANNEL, order: ticket('o-1') },
    found: ['the intent is missing at {"ordering":"creating"}'],
  },
  { what: 'a shown payment', wizard: 'paying', made: { order: ticket('o-1') }, found: [] },
  {
    what: 'a payment without an order',
    wizard: 'paying',
    made: { ...CHANNEL, intent: intent('k1') },
    found: ['the order is missing at "paying"'],
  },
  { what: 'a wizard that has stopped', wizard: 'paying', made: {}, status: 'stopped', found: [] },
])('the rule judges $what (RCHG-15)', ({ wizard, made, status = 'active', found }) => {
  const step = {
    machine: 'recharge',
    path: '$/recharge',
    event: { type: 'page.enter' },
    snapshot: rechargeMachine.resolveState({
      value: { page: 'active', wizard },
      context: { ...initialContext({ input: EMPTY_DRAFT }), ...made },
      status,
    }),
    running: new Map(),
  };
  expect(judge(RECHARGE_RULES, [step]).map(({ problem }) => problem)).toEqual(found);
});
