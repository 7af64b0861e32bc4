import type * as v from 'valibot';
import { fingerprint } from '../../../src/adapters/account.mapper.ts';
import {
  DRAFT,
  ENDED,
  EPOINT_RECHARGE_DRAFT,
  IDENTITY,
  INTENT,
  MEMORY,
  ORDER,
  SERVERS,
} from '../../../src/adapters/resume.record.ts';
import type { StoredFormat } from '../../../src/platform/versioned-storage.ts';
import { anIntent, CONFIRMED_AT } from '../machines/core-harness.ts';
import { TOKEN } from './wire-samples.ts';

export type StoredShape = StoredFormat<v.GenericSchema>;
export type StoredSample = { readonly name: string; readonly shape: StoredShape; readonly data: unknown };

export const STORED_ACCOUNT = { userId: 'u-1001', gameAccountId: 'ga-7', gameId: 'g1', displayName: 'Ryn' };
export const STORED_PAY_URL = 'https://pay.example/c/1';

const draft = { serverId: 's1', roleId: 'r1', itemId: 'gem-60', channelCode: null };
const role = { serverId: 's1', serverName: 'Aurora', status: 1, roles: [{ roleId: 'r1', roleName: '月影' }] };
const stamp = { at: CONFIRMED_AT, hasServerTime: true };
const payment = { kind: 'redirect', payUrl: STORED_PAY_URL };
const ticket = { kind: 'order', orderId: 'O-1', createdAt: CONFIRMED_AT, choices: anIntent().choices, payment };
const identity = {
  mark: fingerprint(TOKEN),
  account: STORED_ACCOUNT,
  ids: { accountId: 'ga-7', gameId: 'g1', userId: 'u-1001' },
};

/** A valid value of each stored shape, by its key. */
export const STORED_SAMPLES: readonly StoredSample[] = [
  { name: 'portal:g1:u-1001:draft', shape: DRAFT, data: draft },
  {
    name: 'portal:g1:u-1001:epointRecharge',
    shape: EPOINT_RECHARGE_DRAFT,
    data: { itemId: 'epoint.500', channelCode: null },
  },
  {
    name: 'portal:g1:u-1001:memory',
    shape: MEMORY,
    data: { serverId: 's1', roleId: 'r1', channelCode: 'card', itemId: 'i1' },
  },
  { name: 'portal:g1:u-1001:roles', shape: SERVERS, data: [role] },
  { name: 'portal:g1:u-1001:intent:k', shape: INTENT, data: { ...anIntent(), stamp } },
  { name: 'portal:g1:u-1001:order:O-1', shape: ORDER, data: { key: null, deferred: false, spending: true, ticket } },
  { name: 'portal:g1:u-1001:ended:O-2', shape: ENDED, data: { orderId: 'O-2', key: 'k', createdAt: CONFIRMED_AT } },
  { name: 'portal:identity', shape: IDENTITY, data: identity },
];
