import { failure, toFailure } from '../../machines/kernel/failure.ts';
import type { PasswordResetPorts } from '../../machines/session/password-reset.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import { emailCodeSend, emailPswReset, phoneCodeSend, phonePswReset } from '../contract/verification.contract.ts';
import type { Tab } from '../platform/page-lifecycle.ts';
import type { Vault } from '../platform/secrets.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import { startServerTimer } from '../platform/server-timer.ts';
import { loadCode } from './load-code.ts';

export type RecoveryParts = {
  readonly api: ApiClient;
  readonly browser: Tab;
  readonly clock: ServerClock;
  readonly vault: Vault;
  readonly passphrase: string;
};

export const createRecoveryPorts = ({ api, browser, clock, vault, passphrase }: RecoveryParts): PasswordResetPorts => {
  const seal = async (payload: Readonly<Record<string, string>>) => {
    const { encryptPayload } = await loadCode(() => import('../api/payload.cipher.ts'));
    return { data: encryptPayload(payload, passphrase) };
  };

  return {
    sendCode: async ({ channel, purpose, target }, signal) => {
      try {
        const { resend_after: seconds, expires_in: life } =
          channel === 'email'
            ? await api.call(emailCodeSend, { email: target, purpose }, { signal })
            : await api.call(phoneCodeSend, await seal({ phone: target, purpose }), { signal });
        return { resendAt: clock.now() + seconds * 1_000, validMinutes: life && Math.floor(life / 60), refusal: null };
      } catch (error) {
        const refusal = toFailure(error);
        if (refusal.reason !== 'codeTooFrequent' || refusal.retryAfterMs === null) throw refusal;
        return { resendAt: clock.now() + refusal.retryAfterMs, validMinutes: null, refusal };
      }
    },
    coolDown: ({ until }, signal) =>
      new Promise((resolve) => {
        const stop = startServerTimer(browser, clock, until, resolve);
        signal.addEventListener('abort', stop);
      }),
    resetPassword: async ({ by, target, codeRef, passwordRef }, signal) => {
      const code = vault.take(codeRef);
      const password = vault.take(passwordRef);
      if (code === null || password === null) throw failure('parameterException');
      if (by === 'email') await api.call(emailPswReset, await seal({ email: target, code, password }), { signal });
      else await api.call(phonePswReset, await seal({ phone: target, code, password }), { signal });
    },
  };
};
