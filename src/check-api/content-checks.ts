import type { ResultOf } from '../contract/endpoint.ts';
import type { settingTime } from '../contract/setting.contract.ts';
import { type Answer, resultIn } from './conversation.ts';
import type { Check } from './findings.ts';
import { checkPages } from './page-check.ts';

const MOST_DIFFERENCE_MS = 120_000;

/** Seconds of the server in ms, or of this machine. */
const checkClock = ({ read, expect }: Check, answer: Answer<ResultOf<typeof settingTime>>): number => {
  const time = read(answer)?.ts;
  if (time === undefined) return Date.now();
  const date = Date.parse(answer.headers.get('date') ?? '');
  const difference = Math.abs(time - (Number.isFinite(date) ? date : Date.now()));
  const flaw = `the time differs by ${Math.round(difference / 1_000)} s from the Date header or from this machine`;
  expect('time.clock', difference > MOST_DIFFERENCE_MS && flaw, answer);
  return time;
};

const checkArticles = async (check: Check): Promise<void> => {
  const { talk, read, expect, reportUnknown } = check;
  const listOf = (type: number, page: number, size: number) => talk.ask('settingWebArticle', { type, page, size });
  const answer = await listOf(0, 1, 10);
  const list = read(answer);
  const unknown = await talk.ask('settingWebArticleDetail', { id: 'check-api-unknown' });
  const { outcome, status } = unknown;
  const isRefused = outcome.kind === 'failure' && status === 200;
  const isEmpty = outcome.kind === 'result' && outcome.result.title === null;
  expect('article.unknown', !isRefused && !isEmpty && `an unknown id returns HTTP ${status} and no refusal`, unknown);
  if (!list) return;
  await checkPages(check, 'article.pages', (page, size) => listOf(0, page, size));
  const { rows, total } = list;
  if (total === null || rows.length === 0) reportUnknown('there is no article, or no total', 'article.total');
  else {
    const next = await listOf(0, 2, 10);
    const more = resultIn(next)?.rows.length ?? 0;
    const flaw = total < rows.length + more || (total > rows.length && rows.length < 10);
    expect('article.total', flaw && `total is ${total}, and the pages have ${rows.length + more} articles`, next);
  }
  const types = [await listOf(1, 1, 50), await listOf(2, 1, 50), await listOf(3, 1, 50)];
  const sizes = types.map((one) => resultIn(one)?.rows.length ?? 0);
  const wrong = types.findIndex((one, at) => resultIn(one)?.rows.some(({ type }) => type !== null && type !== at + 1));
  const isIgnored =
    rows.length > 0 && sizes.every((size) => size === resultIn(types[0] ?? answer)?.rows.length && size >= rows.length);
  const flaw =
    wrong >= 0 ? `type ${wrong + 1} returns articles of another type` : isIgnored && 'each type returns every article';
  if (rows.some(({ type }) => type !== null) || sizes.some((size) => size === 0))
    expect('article.type', flaw, types[0] ?? answer);
  else reportUnknown('no article has a type', 'article.type');
  const id = rows.find((row) => row.id !== null)?.id ?? '1';
  read(await talk.ask('settingWebArticleDetail', { id }));
};

const UNKNOWN_CERTIFICATE = /self-signed|unable to (?:get|verify)/;

const unreachable = (url: string, why: string): Error => {
  const hint = UNKNOWN_CERTIFICATE.test(why) ? ' (NODE_EXTRA_CA_CERTS=FILE.pem trusts the CA in FILE.pem)' : '';
  return new Error(`${url} does not respond: ${why.replace(/^\w*Error: /, '')}${hint}`);
};

export const checkContent = async (check: Check) => {
  const { talk, read } = check;
  const time = await talk.ask('settingTime', {});
  const init = await talk.ask('settingInit', {});
  if (time.status === 0 && init.status === 0) throw unreachable(check.setup.url, init.text);
  const now = checkClock(check, time);
  const config = read(init);
  talk.state.gameId = config?.gameInfo?.game_id ?? '';
  read(await talk.ask('settingWebHomeConf', {}));
  read(await talk.ask('bulletinTop', {}));
  await checkArticles(check);
  return { now, idempotent: config?.idempotent_orders === true };
};
