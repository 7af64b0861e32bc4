import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConnectedPortal } from '../support/api/connected-portal.ts';
import { never, reasonOf } from '../support/machines/core-harness.ts';
import { startTestServer, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ workers: false });
});
afterAll(() => server.stop());

const openPortal = () => openConnectedPortal(server.url);
/** What left the browser: bodies and paths. */
const textOf = (sent: ReturnType<typeof openPortal>['sent']): string =>
  sent.map(({ path, body }) => `${path} ${body}`).join('\n');

describe('a login by phone', () => {
  test('number and code travel encrypted, and the code logs the player in (CALL-04, CALL-02, SESS-03)', async () => {
    const player = await server.newPlayer();
    const { recoveryPorts, sessionPorts, browserActions, sent, profile } = openPortal();
    const { resendAt, refusal } = await recoveryPorts.sendCode(
      { channel: 'phone', purpose: 'login', target: player.phone },
      never,
    );
    expect(refusal).toBe(null);
    expect(Math.abs(resendAt - browserActions.serverNow() - 60_000)).toBeLessThan(2_000);
    const code = await server.newestCode(player.phone);
    const passwordRef = browserActions.storeSecret(code);
    const grant = await sessionPorts.login({ method: 'phone', account: player.phone, passwordRef }, never);
    expect(grant.account).toMatchObject({ userId: player.userId, displayName: 'Aldric' });
    expect(textOf(sent.slice(0, 1))).not.toContain(player.phone);
    expect(textOf(sent)).not.toContain(`"${code}"`);
    expect(profile.local.dump()['token']).toMatch(/^\S{32,}$/);
  });
});

describe('a new password', () => {
  test.each([
    ['CALL-03 CALL-05 SESS-04 SESS-05', 'email'],
    ['CALL-04 CALL-06 SESS-05', 'phone'],
  ] as const)(
    '%s · by %s: code, reset, and a login with the new password; no secret is sent in plain text',
    async (_, by) => {
      const player = await server.newPlayer();
      const { recoveryPorts, sessionPorts, browserActions, sent } = openPortal();
      const target = by === 'email' ? player.email : player.phone;
      await recoveryPorts.sendCode({ channel: by, purpose: 'reset', target }, never);
      const code = await server.newestCode(target);
      const resetInput = () => ({
        by,
        target,
        codeRef: browserActions.storeSecret(code),
        passwordRef: browserActions.storeSecret('Fresh-9876'),
      });
      await recoveryPorts.resetPassword(resetInput(), never);
      expect(await reasonOf(recoveryPorts.resetPassword(resetInput(), never))).toMatchObject({
        reason: 'verificationCodeIncorrect',
      });
      const passwordRef = browserActions.storeSecret('Fresh-9876');
      const grant = await sessionPorts.login({ method: 'account', account: target, passwordRef }, never);
      expect(grant.account.userId).toBe(player.userId);
      for (const secret of [`"${code}"`, 'Fresh-9876']) expect(textOf(sent)).not.toContain(secret);
      expect(server.logLines().join('\n')).not.toContain('Fresh-9876');
    },
  );
});
