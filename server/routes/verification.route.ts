import * as v from 'valibot';
import {
  emailCodeSend,
  emailPswReset,
  emailResetRequest,
  phoneCodeRequest,
  phoneCodeSend,
  phonePswReset,
  phoneResetRequest,
  RESEND_SECONDS,
} from '../../src/contract/verification.contract.ts';
import { type CodeRequest, sendCode } from '../codes/code-sending.ts';
import { CODE_SECONDS } from '../codes/code-store.ts';
import { CODE } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { findCodeRecipient, type PasswordReset, resetPassword } from '../users/password-reset.ts';
import { decryptPayload } from '../users/wire-ciphers.ts';
import { type Caller, openRoute, refusal, refusalOf, success } from './route.ts';

const opened = <Schema extends v.GenericSchema>(
  { config }: AppContext,
  schema: Schema,
  data: string,
): v.InferOutput<Schema> | null => {
  const read = v.safeParse(schema, decryptPayload(data, config.resetPassphrase));
  return read.success ? read.output : null;
};

const sending = async (context: AppContext, request: Omit<CodeRequest, 'recipient'>) => {
  const recipient = await findCodeRecipient(context.db, request);
  const outcome = await sendCode(context, { ...request, recipient });
  return outcome.ok ? success({ resend_after: RESEND_SECONDS, expires_in: CODE_SECONDS }) : refusalOf(outcome);
};

type Wanted = Pick<PasswordReset, 'target' | 'code' | 'password'>;

const resetting = async ({ context, ip, clientId, now, requestId }: Caller, by: 'email' | 'phone', wanted: Wanted) => {
  const outcome = await resetPassword(context, { ...wanted, ip, clientId, now });
  const responseCode = outcome.ok ? CODE.ok : outcome.code;
  context.log.info({ requestId, by, responseCode, ...outcome.hashes }, 'password reset attempt');
  return outcome.ok ? success(true) : refusalOf(outcome);
};

export const emailCodeSendRoute = openRoute(emailCodeSend, ({ context, input, ip, clientId, now }) =>
  sending(context, { target: input.email.toLowerCase(), purpose: input.purpose, ip, clientId, now }),
);

export const phoneCodeSendRoute = openRoute(phoneCodeSend, async ({ context, input, ip, clientId, now }) => {
  const request = opened(context, phoneCodeRequest, input.data);
  if (!request) return refusal(CODE.parameterException);
  return sending(context, { target: request.phone, purpose: request.purpose, ip, clientId, now });
});

export const emailPswResetRoute = openRoute(emailPswReset, async ({ input, ...caller }) => {
  const request = opened(caller.context, emailResetRequest, input.data);
  if (!request) return refusal(CODE.parameterException);
  const { email, code, password } = request;
  return resetting(caller, 'email', { target: email.toLowerCase(), code, password });
});

export const phonePswResetRoute = openRoute(phonePswReset, async ({ input, ...caller }) => {
  const request = opened(caller.context, phoneResetRequest, input.data);
  if (!request) return refusal(CODE.parameterException);
  const { phone, code, password } = request;
  return resetting(caller, 'phone', { target: phone, code, password });
});
