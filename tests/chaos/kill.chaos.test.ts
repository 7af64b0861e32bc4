import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { desc, eq, like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../server/db/open-database.ts';
import { deliveries, orders, users } from '../../server/db/schema.ts';
import { ROOT } from '../../server/prepare.mjs';
import { CHECKPOINTS, type Checkpoint } from '../../server/runtime/checkpoint.ts';
import {
  createRetryingClient,
  type Restartable,
  type RetryingClient,
  restartable,
} from '../support/api/player-client.ts';
import { createPortalProcess } from '../support/runs/portal-process.mjs';
import { auditMoney } from '../support/server/money-audit.ts';
import { createTestPortal, type TestPortal } from '../support/server/postgres-cluster.ts';

const CYCLES = Number(process.env['CHAOS_CYCLES'] ?? 2);
const SEED = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
const PLAYERS = 3;
/** An idle computer needs half a minute. */
const TEST_TIMEOUT_MS = 1_800_000;

/** Makes a purchase during which the process reaches this checkpoint. */
const orderThat = (player: RetryingClient, point: Checkpoint, at: number): Promise<string> => {
  if (point === 'points.credited') return player.buyPoints();
  return point.startsWith('points.') ? player.spendPoints() : player.topUp(at, 'pay-twice');
};

type Harness = { readonly server: Restartable; readonly kill: () => Promise<void> };

/** Runs `body` against the built server, then opens its database and audits every cent. */
const onBuiltServer = async (
  portal: TestPortal,
  body: (harness: Harness) => Promise<readonly string[]>,
): Promise<void> => {
  try {
    const server = await restartable(portal);
    const wanted = await body({ server, kill: portal.kill });
    await portal.stop();
    const opening = await openDatabase(
      { databaseUrl: portal.databaseUrl, databasePoolSize: 2, dataDir: portal.dataDir },
      () => undefined,
    );
    if (!opening.ok) throw new Error(opening.line);
    const { db } = opening.database;
    const bought = await db
      .select({
        orderId: orders.orderId,
        status: orders.status,
        contents: orders.contents,
        orderType: orders.orderType,
      })
      .from(orders)
      .innerJoin(users, eq(users.userId, orders.userId))
      .where(like(users.account, 'tester-%'))
      .orderBy(desc(orders.createdAt));
    const audit = await auditMoney(db);
    const arrived = await db.select().from(deliveries);
    await opening.database.close();
    expect(bought.map(({ orderId }) => orderId).sort()).toEqual([...wanted].sort());
    expect(bought.filter(({ status }) => status !== 'delivered')).toEqual([]);
    for (const { orderId, contents, orderType } of bought)
      expect(arrived.filter((line) => line.orderId === orderId)).toHaveLength(
        orderType === 'epoint' ? 0 : contents.length,
      );
    expect(audit.wrong).toEqual([]);
    expect(audit.captured).toBe(audit.delivered + audit.refunded + audit.inProgress);
  } catch (error) {
    await portal.kill();
    const said = `the server said:\n${portal.output()}`;
    if (portal.databaseUrl !== null) throw new Error(said, { cause: error });
    const copy = join(ROOT, '.cache', basename(portal.dataDir));
    cpSync(portal.dataDir, copy, { recursive: true });
    throw new Error(`${said}\nits database is in ${copy}`, { cause: error });
  } finally {
    await portal.remove();
  }
};

describe.concurrent('kill -9', () => {
  const half = Math.ceil(CHECKPOINTS.length / 2);
  for (const points of [CHECKPOINTS.slice(0, half), CHECKPOINTS.slice(half)]) {
    test(
      `at ${points.join(', ')}: nothing is lost, nothing doubled (${points.some((point) => point.startsWith('points.')) ? 'S17, S19, ' : ''}S9, S10, S12, C2)`,
      { timeout: TEST_TIMEOUT_MS },
      async () =>
        onBuiltServer(await createTestPortal(), async ({ server }) => {
          const player = await createRetryingClient(server);
          const orderIds: string[] = [];
          for (const [at, point] of points.entries()) {
            const before = server.restartCount();
            await player.send('/sandbox/crash', { at: point });
            orderIds.push(await orderThat(player, point, at));
            const end = performance.now() + 600_000;
            while (server.restartCount() === before) {
              if (performance.now() > end) throw new Error(`the server never passed ${point}`);
              await player.send('/sandbox/faults/clear', { clientId: 'unknown' });
              await pause(50);
            }
          }
          return orderIds;
        }),
    );
  }

  test(
    `at any moment under load, on PGlite, ${CYCLES} times (CHAOS_SEED=${SEED}) (S9, S10, S11, S12)`,
    { timeout: TEST_TIMEOUT_MS + CYCLES * 60_000 },
    async () =>
      onBuiltServer({ ...(await createPortalProcess()), databaseUrl: null }, async ({ server, kill }) => {
        const players = await Promise.all(Array.from({ length: PLAYERS }, () => createRetryingClient(server)));
        const orderIds: string[] = [];
        let random = SEED;
        for (let cycle = 0; cycle < CYCLES; cycle += 1) {
          random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
          const [twice, once, withPoints] = players;
          const flows = [twice?.topUp(cycle, 'pay-twice'), once?.topUp(cycle, 'pay')];
          flows.push(cycle % 2 ? withPoints?.buyPoints() : withPoints?.spendPoints());
          await pause(random % 2_500);
          await kill();
          orderIds.push(...(await Promise.all(flows)).flatMap((orderId) => orderId ?? []));
        }
        return orderIds;
      }),
  );
});
