import * as v from 'valibot';
import { endpoint, type Sample } from './endpoint.ts';
import { fields } from './reading.ts';
import { wireId, wireInteger } from './wire.ts';

const points = v.pipe(wireInteger, v.minValue(0));

/** Balance in E Points, re-read in the order flow. */
export const operateCoinBalance = endpoint({
  id: 'CALL-14',
  method: 'POST',
  path: '/api/operate/coinBalance',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.strictObject({}),
  result: fields({ amount: points }),
});

export const operateCoinBalanceSample = {
  names: 'nothing',
  request: {},
  result: { amount: 320 },
  required: ['result', 'result.amount'],
} satisfies Sample<typeof operateCoinBalance>;

/** `userId` is the game account id. */
export const epointBalance = endpoint({
  id: 'CALL-27',
  method: 'POST',
  path: '/api/epoint/balance',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({ userId: wireId }),
  result: fields({ basicNum: points, presentNum: points }),
});

export const epointBalanceSample = {
  names: 'player',
  request: ({ gameAccountId }) => ({ userId: gameAccountId }),
  result: { basicNum: 300, presentNum: 20 },
  required: ['result', 'result.basicNum', 'result.presentNum'],
} satisfies Sample<typeof epointBalance>;
