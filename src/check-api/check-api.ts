import { readCodes } from '../../vite/build-config.ts';
import { type BuildVariables, readBuildConfig } from '../platform/build-environment.ts';
import { judgeCall } from './call-judgment.ts';
import { checkContent } from './content-checks.ts';
import { type Answer, type CheckSetup, createConversation, resultIn, TimeIsUp } from './conversation.ts';
import { checkCors } from './cors-checks.ts';
import { type Check, type CheckResult, createFindings } from './findings.ts';
import { checkRecords } from './record-checks.ts';
import { checkLogin, checkLogout, checkSealedCalls, checkSessions } from './session-checks.ts';
import { checkOrder, checkShop } from './shop-checks.ts';

const WORDS = { pass: 'pass', fail: 'FAIL', unknown: 'cannot tell' } as const;

const counts = (results: readonly CheckResult[]): string =>
  (['pass', 'fail', 'unknown'] as const)
    .map((verdict) => `${results.filter((result) => result.verdict === verdict).length} ${WORDS[verdict]}`)
    .join(', ');

/** One line for each result; a failure, or a pass with a note, explains itself. */
export const tableOf = (results: readonly CheckResult[]): string => {
  const width = Math.max(...results.map(({ id }) => id.length));
  const lines = results.flatMap(({ id, verdict, note, request, response, sentence, player }) => {
    const head = `${WORDS[verdict].padEnd(11)}  ${id.padEnd(width)}  ${note}`.trimEnd();
    if (verdict === 'unknown' || (verdict === 'pass' && note === '')) return [head];
    const more = [
      ['request', request],
      ['response', response],
      ['specification', sentence],
      ...(verdict === 'fail' ? [['player', player]] : []),
    ];
    return [head, ...more.filter(([, text]) => text).map(([title, text]) => `    ${title}: ${text}`)];
  });
  return `${lines.join('\n')}\n\n${counts(results)}\n`;
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML 1.0, which has no form for most control characters. */
const xml = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');

const testCase = ({ id, verdict, note, request, response, sentence, player }: CheckResult): string => {
  const details = xml([request, response, sentence, player].join('\n'));
  const body = {
    pass: note && `<system-out>${xml(note)}</system-out>`,
    fail: `<failure message="${xml(note)}">${details}</failure>`,
    unknown: `<skipped message="${xml(note)}"/>`,
  };
  return `  <testcase classname="check-api" name="${id}">${body[verdict]}</testcase>`;
};

export const junitOf = (results: readonly CheckResult[]): string => {
  const failures = results.filter(({ verdict }) => verdict === 'fail').length;
  const skipped = results.filter(({ verdict }) => verdict === 'unknown').length;
  const head = `<testsuite name="check-api" tests="${results.length}" failures="${failures}" skipped="${skipped}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...results.map(testCase), '</testsuite>', ''].join('\n');
};

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
