import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CODE } from '../../server/runtime/codes.ts';
import { queuePassword } from '../../server/users/password-queue.ts';
import { resetPassword } from '../../server/users/password-reset.ts';
import { emailCodeSend } from '../../src/contract/verification.contract.ts';
import { newGate } from '../support/machines/gate.ts';
import { until } from '../support/machines/until.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

describeOn('a queue of passwords that one IPv6 prefix has filled', () => {
  const server = sharedTestServer({ workers: false, environment: { TRUSTED_PROXIES: '1' } });

  const from = (address: string, device: string) => ({ 'x-forwarded-for': address, 'client-id': device });

  /** Queues one job of each /64 network until the next one is refused. `run` resolves with the outcome of a job that displaces one. */
  const fill = async () => {
    const gate = newGate();
    const jobs: Promise<void>[] = [];
    let refused = 0;
    for (let n = 0; refused === 0; n += 1) {
      const turn = { kind: 'address', source: `address 2001:db8:0:${n.toString(16)}::/64`, account: `a${n}` } as const;
      const job = queuePassword(turn, () => gate.passed);
      jobs.push(
        job.then((outcome) => {
          if (outcome === 'busy') refused += 1;
        }),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(jobs.length).toBeGreaterThan(60);
    return {
      run: async <Outcome>(act: () => Promise<Outcome>): Promise<Outcome> => {
        const acting = act();
        await Promise.race([acting, until(() => expect(refused).toBe(2))]);
        gate.open();
        await Promise.all(jobs);
        return acting;
      },
    };
  };

  test('a known device still logs in and sets a new password; an unknown one is refused as busy (F5, F27)', async () => {
    const player = await server.newPlayer();
    const [known, unknown] = [randomUUID(), randomUUID()];
    const login = async (device: string, password: string = player.password): Promise<unknown> =>
      (await server.tryLogin(player.account, password, from('10.0.0.1', device))).body?.['code'];
    expect(await login(known)).toBe(CODE.ok);
    await server.call(emailCodeSend, { email: player.email, purpose: 'reset' }, from('10.0.0.1', known));
    const code = await server.newestCode(player.email);
    const reset = (clientId: string) =>
      resetPassword(server.context, {
        target: player.email,
        code,
        password: 'Fresh-9876',
        ip: '10.0.0.1',
        clientId,
        now: server.context.clock.now(),
      });
    const full = await fill();
    expect(await login(unknown)).toBe(CODE.systemBusy);
    expect(await reset(unknown)).toMatchObject({ ok: false, code: CODE.systemBusy });
    expect(await full.run(() => login(known))).toBe(CODE.ok);
    const fullAgain = await fill();
    expect(await fullAgain.run(() => reset(known))).toMatchObject({ ok: true });
    expect(await login(unknown, 'Fresh-9876')).toBe(CODE.ok);
  });
});
