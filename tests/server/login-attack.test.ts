import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CODE } from '../../server/runtime/codes.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { makePasswordSlow, setPassword, sharedTestServer, type TestServer } from '../support/server/test-server.ts';

const MINUTE = 60_000;
const RECORD = { page: 1, size: 1, begin: 0, end: 0, status: -1, sdk_order_id: '' };

describeOn('an attack on logins', () => {
  const server = sharedTestServer({ workers: false, environment: { TRUSTED_PROXIES: '1' } });

  type Player = Awaited<ReturnType<TestServer['newPlayer']>>;

  const tryFrom = (address: string, { account }: Player, password: string, clientId: string = randomUUID()) =>
    server.tryLogin(account, password, { 'x-forwarded-for': address, 'client-id': clientId });
  const codeFrom = async (...args: Parameters<typeof tryFrom>): Promise<unknown> =>
    (await tryFrom(...args)).body?.['code'];
  const attack = async (address: string, player: Player, tries = 5): Promise<void> => {
    for (let n = 0; n < tries; n += 1)
      expect(await codeFrom(address, player, `Wrong-${n}`)).toBe(CODE.incorrectPassword);
  };

  test('of 300 parallel logins of one account all but a few are refused, and other players can log in (F5)', async () => {
    const [attacker, other] = [await server.newPlayer(), await server.newPlayer()];
    await makePasswordSlow(server.context.db, attacker.userId);
    const storm = Array.from({ length: 300 }, () => tryFrom('10.1.0.1', attacker, attacker.password));
    const polls = Array.from({ length: 20 }, () => server.call(orderRecord, RECORD, other.headers));
    expect((await Promise.all(polls)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await codeFrom('10.1.0.2', other, other.password)).toBe(CODE.ok);
    const responses = await Promise.all(storm);
    const withCode = (code: number) => responses.filter(({ body }) => body?.['code'] === code);
    const refused = withCode(CODE.loginTooFrequent);
    expect(withCode(CODE.ok).length + refused.length).toBe(300);
    expect(refused.length).toBeGreaterThan(200);
    expect(new Set(refused.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`))).toEqual(
      new Set(['200 2']),
    );
  });

  test('a known device is limited by its own wrong passwords, from any address (F27, S2)', async () => {
    const player = await server.newPlayer();
    const device = randomUUID();
    expect(await codeFrom('10.4.0.1', player, player.password, device)).toBe(CODE.ok);
    for (let n = 0; n < 5; n += 1)
      expect(await codeFrom(`10.4.1.${n}`, player, 'Wrong-1234', device)).toBe(CODE.incorrectPassword);
    expect(await codeFrom('10.4.2.1', player, player.password, device)).toBe(CODE.loginTooFrequent);
    server.advance(16 * MINUTE);
    expect(await codeFrom('10.4.2.1', player, player.password, device)).toBe(CODE.ok);
  });

  test('the device of another player is not known for this account (F27)', async () => {
    const [player, other] = [await server.newPlayer(), await server.newPlayer()];
    const device = randomUUID();
    expect(await codeFrom('10.5.0.1', other, other.password, device)).toBe(CODE.ok);
    await attack('10.5.0.1', player);
    expect(await codeFrom('10.5.0.1', player, player.password, device)).toBe(CODE.loginTooFrequent);
  });

  test('after a password reset every device is unknown (F27, SESS-05)', async () => {
    const player = await server.newPlayer();
    const device = randomUUID();
    expect(await codeFrom('10.7.0.1', player, player.password, device)).toBe(CODE.ok);
    await setPassword(server.context.db, player.userId, 'Fresh-9876');
    await attack('10.7.0.2', player);
    expect(await codeFrom('10.7.0.2', player, 'Fresh-9876', device)).toBe(CODE.loginTooFrequent);
    expect(await codeFrom('10.7.0.1', player, 'Fresh-9876', device)).toBe(CODE.ok);
    await attack('10.7.0.3', player);
    expect(await codeFrom('10.7.0.3', player, 'Fresh-9876', device)).toBe(CODE.ok);
  });
});
