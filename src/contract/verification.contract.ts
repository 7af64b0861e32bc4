import * as v from 'valibot';
import { withPlainDigits } from '../../machines/kernel/typed-text.ts';
import { readEmail } from '../../machines/session/contact.entry.ts';
import { isEmail, isPhoneNumber, isVerificationCode } from '../../machines/session/contact.rules.ts';
import { isPasswordWellFormed, readPassword } from '../../machines/session/password.rules.ts';
import { endpoint, type Sample } from './endpoint.ts';
import * as wire from './wire.ts';

/** Ours: a code is valid for its purpose only. */
const purpose = v.picklist(['login', 'reset']);
export type CodePurpose = v.InferOutput<typeof purpose>;

const email = v.pipe(v.string(), v.transform(readEmail), v.check(isEmail));
const phone = v.pipe(v.string(), v.check(isPhoneNumber));
const code = v.pipe(v.string(), v.transform(withPlainDigits), v.check(isVerificationCode));
const password = v.pipe(v.string(), v.transform(readPassword), v.check(isPasswordWellFormed));

/** JSON under the fixed passphrase of the API, in OpenSSL's salted form (payload.cipher); the schemas below describe the payload. */
const sealed = v.object({ data: v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)) });

/** Seconds until the next code to the same address or number can be requested. */
export const RESEND_SECONDS = 60;

/**
 * Both fields are ours; the specification does not show the response. `resend_after`: seconds. `expires_in`: seconds until the code expires;
 * without it, the portal does not say how long a code is valid.
 */
const sent = v.fallback(
  v.nullish(
    v.object({
      resend_after: v.nullish(v.pipe(wire.integer, v.minValue(1), v.maxValue(86_400)), RESEND_SECONDS),
      expires_in: wire.extra(v.pipe(wire.integer, v.minValue(1), v.maxValue(86_400))),
    }),
    {},
  ),
  { resend_after: RESEND_SECONDS, expires_in: null },
);

export const emailCodeSend = endpoint({
  id: 'CALL-03',
  path: '/api/user/email/code/send',
  needsSession: false,
  request: v.object({ email, purpose }),
  result: sent,
});

export const emailCodeSendSample = {
  about: 'Sends a verification code by email. A code is valid for its purpose only.',
  player: 'No code arrives by email, so a forgotten password stays forgotten.',
  names: 'nothing',
  request: { email: 'ryn@players.example', purpose: 'reset' },
  result: { resend_after: 60, expires_in: 600 },
} satisfies Sample<typeof emailCodeSend>;

/** E.164 number; the field names are ours. */
export const phoneCodeRequest = v.object({ phone, purpose });

export const phoneCodeSend = endpoint({
  id: 'CALL-04',
  path: '/api/user/phone/code/send',
  needsSession: false,
  request: sealed,
  result: sent,
});

export const phoneCodeSendSample = {
  about: 'Sends a verification code by text message. `data` is encrypted.',
  player: 'No code arrives by text message: neither a login nor a new password.',
  names: 'nothing',
  request: { data: 'sealed' },
  result: { resend_after: 60, expires_in: 600 },
} satisfies Sample<typeof phoneCodeSend>;

/** `password` is plain text inside `data`; the field names are ours. */
export const emailResetRequest = v.object({ email, code, password });
export const phoneResetRequest = v.object({ phone, code, password });

const resetEndpoint = <const Path extends `/api/${string}`>(id: string, path: Path) =>
  endpoint({ id, path, needsSession: false, request: sealed, result: v.unknown() });

export const emailPswReset = resetEndpoint('CALL-05', '/api/user/email/psw/reset');

export const emailPswResetSample = {
  about: 'Sets a new password with a code from an email. `data` is encrypted.',
  player: 'The player cannot set a new password.',
  names: 'nothing',
  request: { data: 'sealed' },
  result: {},
} satisfies Sample<typeof emailPswReset>;

export const phonePswReset = resetEndpoint('CALL-06', '/api/user/phone/psw/reset');

export const phonePswResetSample = {
  about: 'Sets a new password with a code from a text message. `data` is encrypted.',
  player: 'The player cannot set a new password.',
  names: 'nothing',
  request: { data: 'sealed' },
  result: {},
} satisfies Sample<typeof phonePswReset>;
