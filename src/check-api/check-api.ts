import { readCodes } from '../../vite/build-config.ts';
import { type BuildVariables, readBuildConfig } from '../platform/build-environment.ts';
import { judgeCall } from './call-judgment.ts';
import { checkContent } from './content-checks.ts';
import { type Answer, type CheckSetup, createConversation, resultIn, TimeIsUp } from './conversation.ts';
import { checkCors } from './cors-checks.ts';
import { type Check, type CheckResult, createFindings } from './findings.ts';
import { checkRecords } from './record-checks.ts';
import { junitOf, tableOf } from './report.ts';
import { checkLogin, checkLogout, checkSealedCalls, checkSessions } from './session-checks.ts';
import { checkOrder, checkShop } from './shop-checks.ts';

const checkTls = ({ setup: { url }, add }: Check): void => {
  const { protocol, hostname } = new URL(url);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  const isPlain = protocol !== 'https:';
  const note = isLocal ? 'this address is local; players need https' : 'the API is called without TLS';
  const verdict = isPlain && !isLocal ? 'fail' : 'pass';
  add('url.tls', { verdict, note: isPlain ? note : '' }, { request: url, response: '' });
};

/** The innermost row of a list at a place of the body. */
const rowOf = ({ raw }: Answer, at = ''): string | null => {
  const [path] = /^.*\.\d+(?=\.|$)/.exec(at) ?? [];
  const row = path?.split('.').reduce<unknown>((value, key) => Reflect.get(Object(value), key), raw);
  return row === undefined ? null : `${path}: ${JSON.stringify(row)}`;
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
  check.reportUnknown('the check never pays with E Points', 'paymentCreateEpoint', 'paymentEpointPay');
  return 'a call that it needs failed';
};

export const checkApi = async (setup: CheckSetup): Promise<readonly CheckResult[]> => {
  const { url, config } = setup;
  const findings = createFindings();
  const talk = createConversation(setup);
  for (const secret of [setup.player?.password, setup.email, setup.phone, config.passwordKey, config.resetPassphrase])
    talk.hide(secret ?? '');
  const check: Check = {
    ...findings,
    setup,
    talk,
    read: (answer) => {
      const judgment = judgeCall(answer, setup.origin || url);
      const row = rowOf(answer, judgment.at);
      const response = row === null ? answer.response : `HTTP ${answer.status} … ${talk.masked(row)}`;
      findings.add(answer.name, judgment, { ...answer, response });
      return resultIn(answer);
    },
  };
  try {
    return findings.inOrder(await run(check));
  } catch (error) {
    if (!(error instanceof TimeIsUp)) throw error;
    return findings.inOrder('the time was up');
  }
};

type CheckCommand = Omit<CheckSetup, 'fetch' | 'config' | 'codes'> & {
  /** The VITE_ variables of the portal's build. */
  readonly variables: BuildVariables;
  /** The folder from which a relative path in VITE_CODES starts. */
  readonly root: string;
};

/** Checks an API. Throws a one-line error if the variables are not those of a build, or nothing responds. */
export const runCheck = async ({ variables, root, ...setup }: CheckCommand) => {
  const config = readBuildConfig(variables);
  const results = await checkApi({ ...setup, fetch, config, codes: readCodes(root, variables['VITE_CODES']) });
  return {
    table: tableOf(results),
    json: `${JSON.stringify(results, null, 2)}\n`,
    junit: junitOf(results),
    hasFailed: results.some(({ verdict }) => verdict === 'fail'),
  };
};
