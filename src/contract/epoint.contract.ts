import * as v from 'valibot';
import { endpoint, type Sample } from './endpoint.ts';
import { fields } from './reading.ts';
import * as wire from './wire.ts';

export const operateCoinBalance = endpoint({
  id: 'CALL-14',
  path: '/api/operate/coinBalance',
  needsSession: true,
  request: v.strictObject({}),
  result: fields({ amount: wire.count }),
});

export const operateCoinBalanceSample = {
  about: 'Returns the E Points that the player can spend.',
  player: 'The player cannot pay with E Points.',
  specified: ['result.amount'],
  names: 'nothing',
  request: {},
  result: { amount: 320 },
  required: ['result', 'result.amount'],
} satisfies Sample<typeof operateCoinBalance>;

export const epointBalance = endpoint({
  id: 'CALL-27',
  path: '/api/epoint/balance',
  needsSession: true,
  request: v.object({ userId: wire.id }),
  result: fields({ basicNum: wire.count, presentNum: wire.count }),
});

export const epointBalanceSample = {
  about: 'Returns the E Points of an account, paid and bonus. `userId` is the game account id.',
  player: 'The header and the wallet show no balance.',
  specified: ['result.basicNum', 'result.presentNum'],
  names: 'player',
  request: ({ gameAccountId }) => ({ userId: gameAccountId }),
  result: { basicNum: 300, presentNum: 20 },
  required: ['result', 'result.basicNum', 'result.presentNum'],
} satisfies Sample<typeof epointBalance>;
