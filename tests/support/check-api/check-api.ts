import { judgeCall } from './call-judgment.ts';
import { checkContent } from './content-checks.ts';
import { createConversation, resultIn, TimeIsUp } from './conversation.ts';
import { checkCors } from './cors-checks.ts';
import { type Check, type CheckResult, type CheckSetup, createFindings } from './findings.ts';
import { checkOrder } from './order-checks.ts';
import { checkRecords } from './record-checks.ts';
import { checkLogin, checkLogout, checkSealedCalls, checkSessions } from './session-checks.ts';
import { checkShop } from './shop-checks.ts';

/** The whole check has this time. */
const TIME_MS = 55_000;

const checkTls = ({ setup: { url }, findings }: Check): void => {
  const { protocol, hostname } = new URL(url);
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(hostname);
  const note = protocol === 'https:' || isLocal ? '' : 'the API is called without TLS';
  findings.add('url.tls', { verdict: note === '' ? 'pass' : 'fail', note }, { request: url, response: '' });
};

const run = async (check: Check): Promise<string> => {
  checkTls(check);
  const { idempotent, now } = await checkContent(check);
  await checkCors(check);
  await checkSealedCalls(check);
  if (!(await checkLogin(check)))
    return check.setup.player ? 'the login failed' : 'needs CHECK_ACCOUNT and CHECK_PASSWORD';
  await checkSessions(check);
  const choice = await checkShop(check);
  const placed = await checkOrder(check, choice, { idempotent, now });
  await checkRecords(check, placed, now);
  await checkLogout(check);
  return 'the check never pays with E Points';
};

/** Whether an API serves this portal. */
export const checkApi = async (setup: CheckSetup): Promise<readonly CheckResult[]> => {
  const { url, fetch, codes, config } = setup;
  const findings = createFindings();
  const talk = createConversation({ url, fetch, codes, version: config.version, timeMs: TIME_MS });
  for (const secret of [setup.player?.password, setup.email, setup.phone, config.passwordKey, config.resetPassphrase])
    talk.hide(secret ?? '');
  const check: Check = {
    setup,
    talk,
    findings,
    read: (answer) => {
      findings.add(answer.name, judgeCall(answer), answer);
      return resultIn(answer);
    },
    expect: (id, flaw, answer) =>
      findings.add(id, { verdict: flaw === false ? 'pass' : 'fail', note: flaw || '' }, answer),
    cannotTell: (id, why) => findings.add(id, { verdict: 'unknown', note: why }),
  };
  try {
    return findings.inOrder(await run(check));
  } catch (error) {
    if (!(error instanceof TimeIsUp)) throw error;
    return findings.inOrder('the time was up');
  }
};
