import { createCipheriv } from 'node:crypto';
import { encryptPassword } from '../api/password.cipher.ts';
import { encryptPayload } from '../api/payload.cipher.ts';
import { HEADER, TOKEN_INVALID_STATUS } from '../contract/headers.ts';
import { type Answer, resultIn } from './conversation.ts';
import type { Check } from './findings.ts';

const zeroPadded = (password: string): Buffer => {
  const bytes = Buffer.from(password);
  return Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]);
};

/** What an API may expect in place of AES-ECB with PKCS7 and base64. */
const OTHER_FORMS: Readonly<Record<string, (password: string, key: string) => string>> = {
  'AES-ECB with zeros as padding': (password, key) => {
    const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
    return cipher.update(zeroPadded(password)).toString('base64');
  },
  'AES-ECB in hexadecimal': (password, key) => Buffer.from(encryptPassword(password, key), 'base64').toString('hex'),
  'AES-CBC with an empty start': (password, key) => {
    const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, Buffer.alloc(16));
    return cipher.update(password, 'utf8', 'base64') + cipher.final('base64');
  },
  'plain text': (password) => password,
};

type Grant = { readonly token: string; readonly user_id: string | null; readonly game_account_id: string | null };

/** `more`: headers of another browser. */
const logIn = (check: Check, passwd: string, more: Record<string, string> = {}) => {
  check.talk.hide(passwd);
  const account = check.setup.player?.account ?? '';
  return check.talk.ask('userLogin', { channel_code: 'account', account, passwd, encrypt: 1 }, { token: '', more });
};

const accept = ({ talk }: Check, { token, user_id, game_account_id }: Grant): true => {
  talk.state.token = token;
  talk.state.userId = user_id ?? '';
  talk.state.accountId = game_account_id ?? '';
  return true;
};

/** Logs in as the portal does; if that fails, in the forms of other APIs. */
export const checkLogin = async (check: Check): Promise<boolean> => {
  const { setup, read, expect, add } = check;
  if (!setup.player) return false;
  const { password } = setup.player;
  const key = setup.config.passwordKey;
  const wrong = await logIn(check, encryptPassword(`${password}-wrong`, key));
  const { outcome, status } = wrong;
  const isAccepted = outcome.kind === 'result' && 'a wrong password logs in';
  const isMute =
    outcome.kind === 'failure' && status === 200 && outcome.failure.msg === null && 'the refusal has no msg';
  const isOver = (status === TOKEN_INVALID_STATUS || status >= 500) && `a wrong password returns HTTP ${status}`;
  expect('login.refusal', isAccepted || isMute || isOver, wrong);
  const answer = await logIn(check, encryptPassword(password, key));
  const grant = read(answer);
  if (grant) {
    add('login.encryption', { verdict: 'pass', note: '' }, answer);
    return accept(check, grant);
  }
  for (const [form, encrypt] of Object.entries(OTHER_FORMS)) {
    const other = await logIn(check, encrypt(password, key));
    const given = resultIn(other);
    if (!given) continue;
    expect('login.encryption', `the API reads ${form}`, other);
    return accept(check, given);
  }
  return false;
};

/** A session that is over: HTTP 203, or 401, which the portal reads too. */
const judgeEnd = ({ add, expect }: Check, id: 'session.none' | 'session.invalid', answer: Answer): void => {
  const { status, outcome } = answer;
  const isOver = status === TOKEN_INVALID_STATUS || (outcome.kind === 'failure' && outcome.ends !== null);
  if (status === 401) add(id, { verdict: 'pass', note: 'HTTP 401 in place of 203' }, answer);
  else expect(id, !isOver && `the response is HTTP ${status}`, answer);
};

/** Calls without a session, with a wrong token, and with the token of a session that a newer login has replaced. */
export const checkSessions = async (check: Check): Promise<void> => {
  const { setup, talk, add, read, expect, reportUnknown } = check;
  for (const name of ['userInfo', 'userWebRole', 'operateCoinBalance'] as const)
    judgeEnd(check, 'session.none', await talk.ask(name, {}, { token: '' }));
  judgeEnd(check, 'session.invalid', await talk.ask('userWebRole', {}, { token: 'x'.repeat(32) }));
  const first = talk.state.token;
  const passwd = encryptPassword(setup.player?.password ?? '', setup.config.passwordKey);
  const grant = resultIn(await logIn(check, passwd, { [HEADER.clientId]: crypto.randomUUID() }));
  if (grant) accept(check, grant);
  const replaced = await talk.ask('userInfo', {}, { token: first });
  const { outcome, status } = replaced;
  if (outcome.kind === 'result' || !grant)
    reportUnknown('the first session goes on after a second login', 'session.replaced');
  else if (status === 401)
    add('session.replaced', { verdict: 'pass', note: 'HTTP 401 in place of code 20002' }, replaced);
  else expect('session.replaced', outcome.ends === null && `the response is HTTP ${status}`, replaced);
  const now = read(await talk.ask('userInfo', {}));
  if (now) talk.state.token = now.token;
  if (talk.state.accountId !== '') read(await talk.ask('userSdkTicketGet', { uid: talk.state.accountId }));
  else reportUnknown('the login returns no game_account_id', 'userSdkTicketGet');
};

const refuses = ({ status, outcome }: Answer): boolean => status === 200 && outcome.kind === 'failure';

/** Codes go out only to the addresses of the setup. A reset is tried with a wrong code. */
export const checkSealedCalls = async ({ setup, talk, read, expect, reportUnknown }: Check): Promise<void> => {
  const { email, phone, config } = setup;
  const seal = (payload: Readonly<Record<string, string>>) => {
    const data = encryptPayload(payload, config.resetPassphrase);
    talk.hide(data);
    return { data };
  };
  const wrong = { code: '000000', password: 'Check-api-1' };
  const judgeReset = (answer: Answer): void =>
    expect(answer.name, !refuses(answer) && `a wrong code returns HTTP ${answer.status} and no refusal`, answer);
  if (email === '') reportUnknown('needs CHECK_EMAIL', 'emailCodeSend', 'emailPswReset');
  else {
    read(await talk.ask('emailCodeSend', { email, purpose: 'reset' }));
    judgeReset(await talk.ask('emailPswReset', seal({ email, ...wrong })));
  }
  if (phone === '') {
    reportUnknown('needs CHECK_PHONE', 'phoneCodeSend', 'phonePswReset', 'sealed.data');
    return;
  }
  const sent = await talk.ask('phoneCodeSend', seal({ phone, purpose: 'login' }));
  read(sent);
  judgeReset(await talk.ask('phonePswReset', seal({ phone, ...wrong })));
  const broken = await talk.ask('phoneCodeSend', {
    data: Buffer.from(JSON.stringify({ phone, purpose: 'login' })).toString('base64'),
  });
  if (!refuses(broken)) expect('sealed.data', 'data without encryption is not refused', broken);
  else expect('sealed.data', sent.outcome.kind === 'failure' && 'encrypted data is refused', sent);
};

/** Ends the session of the check. The specification has no such call. */
export const checkLogout = async ({ talk, read, add }: Check): Promise<void> => {
  const answer = await talk.ask('userLogout', {});
  const note = 'the API has no logout; VITE_REVOKES_TOKENS=0 leaves the call out';
  if (answer.status === 404) add('userLogout', { verdict: 'pass', note }, answer);
  else read(answer);
};
