import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { channels, gameServers, goods, roles } from '../../server/db/schema.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { CHANNELS } from '../../server/seed/games.seed.ts';
import { operateCoinBalance, paymentCreateEpoint } from '../../src/contract/epoint.contract.ts';
import { orderWebCreate, orderWebPayChannel, orderWebProduct } from '../../src/contract/order.contract.ts';
import { characterSelect, userWebRole } from '../../src/contract/user.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer, type TestServer } from '../support/server/test-server.ts';

type Player = Awaited<ReturnType<TestServer['newPlayer']>>;

describeOn('roles, items, channels, balances, settings', () => {
  const server = sharedTestServer({ workers: false });
  let player: Player;
  beforeAll(async () => {
    player = await server.newPlayer();
  });

  const roleOn = (who: Player, serverId: string): string =>
    who.roles.find((role) => role.serverId === serverId)?.roleId ?? '';
  const shopOf = (who: Player, serverId = '101') => ({ server_id: serverId, role_id: roleOn(who, serverId) });
  const codeOf = async (endpoint: Parameters<TestServer['call']>[0], input: unknown, who = player): Promise<unknown> =>
    (await server.call(endpoint, input, who.headers)).body?.['code'];

  test('every server of the game with its status and the roles of the player (CALL-08, RCHG-01, RCHG-02)', async () => {
    const { body } = await server.call(userWebRole, {}, player.headers);
    const rolesOn = (serverId: string) =>
      player.roles
        .filter((role) => role.serverId === serverId)
        .map(({ roleId, roleName }) => ({ role_id: roleId, role_name: roleName }));
    expect(rolesOn('101').map(({ role_name }) => role_name)).toEqual(['Aldric Vane', 'Ysolde Marr']);
    expect(body?.['result']).toEqual([
      { server_id: '101', server_name: 'Dawn Harbor', status: 0, roles: rolesOn('101') },
      { server_id: '102', server_name: 'Jade Reef', status: 0, roles: rolesOn('102') },
      { server_id: '103', server_name: 'Silver Dune', status: 0, roles: rolesOn('103') },
      { server_id: '104', server_name: 'Ember Bay', status: 1, roles: [] },
      { server_id: '105', server_name: 'Quiet Cove', status: 0, roles: [] },
    ]);
    expect(v.safeParse(userWebRole.result, body?.['result']).success).toBe(true);
  });

  test('a deleted role is not listed and cannot receive items (C28)', async () => {
    const owner = await server.newPlayer();
    await server.context.db
      .update(roles)
      .set({ deletedAt: server.context.clock.now() })
      .where(and(eq(roles.userId, owner.userId), eq(roles.serverId, '101')));
    const { body } = await server.call(userWebRole, {}, owner.headers);
    expect(body).toMatchObject({ result: [{ server_id: '101', roles: [] }, { roles: [{}] }, {}, {}, {}] });
    expect(await codeOf(orderWebProduct, shopOf(owner), owner)).toBe(CODE.roleGone);
    expect(await codeOf(characterSelect, { ...shopOf(owner), server_name: 's', role_name: 'r' }, owner)).toBe(
      CODE.roleGone,
    );
  });

  test('the last chosen role is first (CALL-21, RCHG-04)', async () => {
    const owner = await server.newPlayer();
    const second = owner.roles.findLast(({ serverId }) => serverId === '101');
    const names = async (): Promise<unknown> => {
      const { body } = await server.call(userWebRole, {}, owner.headers);
      return v.parse(userWebRole.result, body?.['result']).rows[0]?.roles.rows.map((role) => role.role_name);
    };
    expect(await names()).toEqual(['Aldric Vane', 'Ysolde Marr']);
    const chosen = {
      server_id: '101',
      role_id: second?.roleId ?? '',
      server_name: 'Dawn Harbor',
      role_name: 'Ysolde Marr',
    };
    expect((await server.call(characterSelect, chosen, owner.headers)).body).toEqual({
      code: 0,
      msg: 'ok',
      result: true,
    });
    expect(await names()).toEqual(['Ysolde Marr', 'Aldric Vane']);
  });

  test('names of any length and script are accepted as the API listed them (S22)', async () => {
    const names = { role_name: '云'.repeat(65), server_name: 'x'.repeat(65) };
    const owner = await server.newPlayer();
    for (const [endpoint, more] of [
      [orderWebCreate, { channel_code: 'card' }],
      [paymentCreateEpoint, { system: 'ios' }],
      [characterSelect, {}],
    ] as const)
      expect([endpoint.path, await codeOf(endpoint, { ...owner.item, ...more, ...names }, owner)]).toEqual([
        endpoint.path,
        CODE.ok,
      ]);
  });

  test('items with exact decimal prices, rebate, gift and texts in every language (CALL-15, RCHG-05)', async () => {
    const { body } = await server.call(orderWebProduct, shopOf(player), player.headers);
    const result = v.parse(orderWebProduct.result, body?.['result']);
    expect(result.unread).toEqual([]);
    expect(result.rows).toHaveLength(9);
    expect(v.parse(v.array(v.unknown()), body?.['result'])[5]).toEqual({
      cp_goods_id: 'lantern.gems.6480',
      name: '6,480 Star Gems',
      price: '99.99',
      names: expect.objectContaining({
        'de-DE': '6.480 Sternjuwelen',
        'ja-JP': 'スタージェム6,480個',
        'zh-CN': '6,480 星钻',
      }),
      rebate_percent: 20,
      gift: { name: 'Wish Lantern', names: expect.objectContaining({ 'zh-HK': '許願燈籠' }), quantity: 10 },
      quantity: 6_480,
      art: 'gems-6',
    });
  });

  test('an item that is not on sale is missing from the list and its channels (RCHG-21)', async () => {
    const { db } = server.context;
    const hidden = eq(goods.goodsId, 'lantern.crate.7');
    await db.update(goods).set({ onSale: false }).where(hidden);
    const { body } = await server.call(orderWebProduct, shopOf(player), player.headers);
    expect(JSON.stringify(body)).not.toContain('lantern.crate.7');
    expect(await codeOf(orderWebPayChannel, { ...shopOf(player), cp_goods_id: 'lantern.crate.7' })).toBe(CODE.itemGone);
    await db.update(goods).set({ onSale: true }).where(hidden);
    expect(await codeOf(orderWebPayChannel, { ...shopOf(player), cp_goods_id: 'comet.credits.100' })).toBe(
      CODE.itemGone,
    );
  });

  test('a server under maintenance reports it instead of selling (RCHG-02, RCHG-21, C31)', async () => {
    const { db } = server.context;
    const maintained = eq(gameServers.serverId, '103');
    await db.update(gameServers).set({ status: 1 }).where(maintained);
    expect(await codeOf(orderWebProduct, shopOf(player, '103'))).toBe(CODE.serverMaintenance);
    expect(await codeOf(orderWebPayChannel, { ...shopOf(player, '103'), cp_goods_id: 'lantern.gems.60' })).toBe(
      CODE.serverMaintenance,
    );
    await db.update(gameServers).set({ status: 0 }).where(maintained);
    expect(await codeOf(orderWebProduct, shopOf(player, '103'))).toBe(CODE.ok);
  });

  test('channels by priority, the closed one marked (CALL-16, RCHG-08)', async () => {
    const input = { ...shopOf(player), cp_goods_id: 'lantern.gems.60' };
    const expected = CHANNELS.map(({ name, channelCode, isOpen, priority }) => ({
      name,
      channel_code: channelCode,
      is_open: isOpen,
      priority,
      art: null,
    }));
    expect((await server.call(orderWebPayChannel, input, player.headers)).body?.['result']).toEqual(expected);
    await server.context.db.update(channels).set({ isOpen: false }).where(eq(channels.channelCode, 'bank'));
    const { body } = await server.call(orderWebPayChannel, input, player.headers);
    expect(body?.['result']).toEqual(
      expected.map((channel) => (channel.channel_code === 'bank' ? { ...channel, is_open: false } : channel)),
    );
  });

  test.each([
    ['of another server', '102'],
    ['of a server that does not exist', '999'],
  ])('a role %s gets the same response as one that does not exist (S18, C29, C30)', async (_, server_id) => {
    const shop = { ...shopOf(player), server_id };
    expect(await codeOf(orderWebProduct, shop)).toBe(CODE.roleGone);
    expect(await codeOf(orderWebPayChannel, { ...shop, cp_goods_id: 'lantern.gems.60' })).toBe(CODE.roleGone);
    expect(await codeOf(characterSelect, { ...shop, server_name: 's', role_name: 'r' })).toBe(CODE.roleGone);
  });

  test('a player who never had E Points has a balance of zero (EPNT-01)', async () => {
    const owner = await server.newPlayer({ basic: 0, present: 0 });
    expect((await server.call(operateCoinBalance, {}, owner.headers)).body?.['result']).toEqual({ amount: 0 });
  });
});
