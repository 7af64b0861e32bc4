import { expect, test } from 'vitest';
import { CAPTURES, DAY_MS, MINUTE_MS, newReconciliations } from '../support/server/reconciliation-harness.ts';
import { describeOn } from '../support/server/test-database.ts';

const UNREPORTED = 'the provider does not report the order';
const TASK = { task: 'reconciliation at sandbox' };

describeOn('the reconciliation with a provider that fails for some orders', () => {
  const reconciliation = newReconciliations();
  const slice = () => reconciliation.slice(TASK);
  const sliceAfter = (ms: number) => reconciliation.sliceAfter(ms, TASK);
  const passMinutes = (minutes: number) => reconciliation.passMinutes(minutes, TASK);
  const several = async (count: number): Promise<string[]> => {
    const made: string[] = [];
    for (let n = 0; n < count; n += 1) made.push(await reconciliation.delivered());
    return made;
  };
  const loseMoneyOf = (orderId: string) =>
    reconciliation.harness.damage(`delete from payments where order_id = '${orderId}'`);
  const findings = async () =>
    (await reconciliation.findings()).map(({ key, what, confirmedAt }) => [key, what, confirmedAt !== null]);
  const sweep = () => reconciliation.sweepOf('provider sandbox');

  test('a finding of an order that the provider no longer reports stays, is reported, and does not stop the sweep (F6, S25)', async () => {
    const { harness, delivered, counted, lines, failing } = reconciliation;
    const old = await delivered();
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await harness.damage(`update orders set trace_id = '${traceId}' where order_id = '${old}'`);
    await loseMoneyOf(old);
    await slice();
    await passMinutes(1);
    expect(await findings()).toEqual([[old, CAPTURES, true]]);
    failing.add(old);
    harness.advance(100 * DAY_MS);
    const fresh = await delivered();
    await loseMoneyOf(fresh);
    await slice();
    await passMinutes(1);
    expect(await findings()).toEqual([
      [old, UNREPORTED, true],
      [old, CAPTURES, true],
      [fresh, CAPTURES, true],
    ]);
    expect(await sweep()).toMatchObject({ failures: 0, position: '' });
    expect(counted['reconciliation_failures']).toBeUndefined();
    expect(counted['reconciliation_findings']).toBe(3);
    expect(lines).toContainEqual(
      expect.objectContaining({
        orderId: old,
        traceId,
        msg: 'the provider does not report an order; its findings stay',
      }),
    );
    expect(lines).toContainEqual(expect.objectContaining({ subject: old, traceId, msg: UNREPORTED }));
    failing.clear();
    await sliceAfter(DAY_MS);
    expect(await findings()).toEqual([
      [old, CAPTURES, true],
      [fresh, CAPTURES, true],
    ]);
  });

  test('a lost capture is found when the query that failed once is repeated (F6, S6)', async () => {
    const { failing } = reconciliation;
    const [lost = ''] = await several(3);
    await loseMoneyOf(lost);
    failing.add(lost);
    await slice();
    failing.clear();
    await passMinutes(1);
    expect(await findings()).toEqual([[lost, CAPTURES, false]]);
    await passMinutes(1);
    expect(await findings()).toEqual([[lost, CAPTURES, true]]);
  });

  test('a query that the circuit breaker does not send says nothing about its order (F6, S25)', async () => {
    const { harness, failing, services } = reconciliation;
    const made = await several(6);
    for (const orderId of made) failing.add(orderId);
    const sandbox = services.providerOf('sandbox');
    for (const orderId of made.slice(0, 5))
      await sandbox?.query(await harness.referenceFor(orderId)).catch(() => undefined);
    failing.clear();
    await sliceAfter(11_000);
    expect(await findings()).toEqual([]);
    expect(await sweep()).toMatchObject({ failures: 1 });
    await passMinutes(1);
    expect(await sweep()).toMatchObject({ failures: 0, completedAt: expect.any(Date) });
  });

  test('more failing orders in a row than queries at a time are skipped after one pause, and the circuit closes (F6, S25)', async () => {
    const { harness, counted, failing, services } = reconciliation;
    const made = await several(16);
    const [rest, lost] = [made.slice(0, 12), made.at(13) ?? ''];
    for (const orderId of rest) failing.add(orderId);
    await loseMoneyOf(lost);
    await slice();
    expect(await sweep()).toMatchObject({ failures: 1, completedAt: null });
    await passMinutes(1);
    expect(await sweep()).toMatchObject({ failures: 0, completedAt: expect.any(Date) });
    await passMinutes(1);
    const all = [...rest.map((orderId) => [orderId, UNREPORTED, true]), [lost, CAPTURES, true]];
    expect((await findings()).toSorted()).toEqual(all.toSorted());
    await sliceAfter(DAY_MS);
    expect(await sweep()).toMatchObject({ failures: 0, completedAt: harness.context.clock.now() });
    expect(counted['reconciliation_failures']).toBe(1);
    await expect(services.providerOf('sandbox')?.query(await harness.referenceFor(lost))).resolves.toBeDefined();
  });

  test('failing orders at both ends of a sweep, the newest one among them, are skipped (F6)', async () => {
    const { harness, failing } = reconciliation;
    const made = await several(6);
    const ends = [made[0] ?? '', made[1] ?? '', made[2] ?? '', made[3] ?? '', made[5] ?? ''];
    await loseMoneyOf(ends[0] ?? '');
    await slice();
    for (const orderId of ends) failing.add(orderId);
    await passMinutes(2);
    await sliceAfter(DAY_MS);
    expect(await sweep()).toMatchObject({ failures: 0, completedAt: harness.context.clock.now() });
    await passMinutes(1);
    const expected = ends.map((orderId) => [orderId, UNREPORTED, true]);
    expect((await findings()).filter(([, what]) => what === UNREPORTED).toSorted()).toEqual(expected.toSorted());
  });

  test('while the provider is down, retries cost at most two queries and nothing is skipped (F6, S25)', async () => {
    const { provider } = reconciliation;
    const made = await several(7);
    await loseMoneyOf(made.at(-1) ?? '');
    provider.isDown = true;
    await slice();
    expect(provider.asked).toBe(5);
    const { position } = await sweep();
    for (const [failures, minutes] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      expect(await sweep()).toMatchObject({ failures: failures + 1, position, completedAt: null });
      provider.asked = 0;
      await sliceAfter(minutes * MINUTE_MS);
      expect(provider.asked).toBeLessThanOrEqual(2);
    }
    expect(await findings()).toEqual([]);
    provider.isDown = false;
    await passMinutes(62);
    expect(await sweep()).toMatchObject({ failures: 0, position: '', completedAt: expect.any(Date) });
    expect(await findings()).toEqual([[made.at(-1), CAPTURES, true]]);
  });

  test('the only order of a provider is retried, since nothing shows that the provider is up; findings wait (F6)', async () => {
    const { delivered, failing } = reconciliation;
    const only = await delivered();
    await loseMoneyOf(only);
    await slice();
    failing.add(only);
    await passMinutes(1);
    expect(await findings()).toEqual([[only, CAPTURES, false]]);
    await sliceAfter(DAY_MS);
    expect(await sweep()).toMatchObject({ failures: 1 });
    expect(await findings()).toEqual([[only, CAPTURES, false]]);
  });

  test('old findings at a provider without recent orders do not stop its sweep (F6)', async () => {
    const { failing } = reconciliation;
    const old = await several(6);
    for (const orderId of old) await loseMoneyOf(orderId);
    await slice();
    await passMinutes(1);
    for (const orderId of old) failing.add(orderId);
    await sliceAfter(100 * DAY_MS);
    await passMinutes(1);
    const expected = old.flatMap((orderId) => [CAPTURES, UNREPORTED].map((what) => [orderId, what, true]));
    expect((await findings()).toSorted()).toEqual(expected.toSorted());
    expect((await sweep()).failures).toBe(0);
  });
});
