import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { openApiDocument, profileNames } from '../../server/openapi/openapi.ts';
import { type EndpointName, SAMPLES } from '../contract/contract.ts';
import type { AnyEndpoint, Sample } from '../contract/endpoint.ts';
import type { Oddity } from '../contract/reading.ts';
import type { Answer } from './conversation.ts';

export const DOCUMENT = openApiDocument();

const ROOT = 'openapi.json';
const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
/** Digits after the point of a number. A sum of floats has more than a price. */
ajv.addKeyword({
  keyword: 'x-decimals',
  type: 'number',
  validate: (most: number, value: number) => (String(value).split(/[.e]/)[1]?.length ?? 0) <= most,
});
ajv.addSchema(DOCUMENT, ROOT);

export const errorsAt = (pointer: string, value: unknown): readonly ErrorObject[] => {
  const validate = ajv.getSchema(`${ROOT}#${pointer}`);
  if (!validate) throw new Error(`${ROOT} has no ${pointer}`);
  return validate(value) ? [] : (validate.errors ?? []);
};

/** Where a successful response differs from a profile of the document. */
export const profileErrors = (
  name: EndpointName,
  profile: 'specified' | 'extended',
  response: unknown,
): readonly ErrorObject[] => errorsAt(`/components/schemas/${profileNames(name)[profile]}`, response);

export type Judgment = {
  readonly verdict: 'pass' | 'fail' | 'unknown';
  readonly note: string;
  /** Where in the body the first thing is that the note names, such as `result.3.img`. */
  readonly at?: string | undefined;
};

type Fault = { readonly at: string; readonly message: string };

const SLOW_MS = 3_000;

/** A number beyond 2^53 as the order number: most JSON readers round it. */
const BARE_NUMBER = /"(?:sdk_order_id|paymentId)"\s*:\s*-?\d{16,}/;

/** A picture of another server, as a field or in the text of an article. */
const PICTURE = /(?:"(?:img|art)":"|<img\b[^>]*?\ssrc=(?:\\?["'])?)((?:https?:)?\/\/[^"'\\\s>]+)/gi;

const PICTURE_RULE = 'pictures must be on the own origin of the portal (docs/operations.md, Pictures of articles)';

/** HTML in a name or a title, which are plain text. */
const ENTITY = /"(?:\w+_|nick)?(?:name|title|blurb|summary)":"[^"]*?(&(?:amp|lt|gt|quot|apos|nbsp|#x?[\da-f]+);)/i;

/** Variables without which an API refuses a correct call. */
const SECRETS: Partial<Record<EndpointName, string>> = {
  userLogin: 'VITE_PASSWORD_KEY, CHECK_ACCOUNT or CHECK_PASSWORD',
  phoneCodeSend: 'VITE_RESET_PASSPHRASE',
};

/** `result.3.price` → `result.*.price`, as the contract names it. */
const pathOf = (at: string): string => at.replaceAll(/(^|\.)\d+(?=\.|$)/g, '$1*');

const MOST_FAULTS = 6;

/** The note has the first fault of each kind: rows of a list have the same cause. */
const judged = (verdict: 'pass' | 'fail', all: readonly Fault[]): Judgment => {
  const causes = all.map(({ at, message }) => `${pathOf(at)} ${message}`);
  const faults = all.filter((_, index) => causes.indexOf(causes[index] ?? '') === index);
  const notes = faults.slice(0, MOST_FAULTS).map(({ at, message }) => `${at} ${message}`.trim());
  const more = faults.length > MOST_FAULTS ? [`${faults.length - MOST_FAULTS} more`] : [];
  return { verdict, note: [...notes, ...more].join('; '), at: faults.find(({ at }) => at !== '')?.at };
};

const placeOf = ({ instancePath, params, keyword }: ErrorObject): string =>
  (keyword === 'required' ? `${instancePath}/${params['missingProperty']}` : instancePath)
    .replace(/^\//, '')
    .replaceAll('/', '.');

const faultOf = ({ path, wanted, got }: Oddity): Fault => ({
  at: path || 'the body',
  message: `should be ${wanted}, is ${got}`,
});

const isNull = ({ data, keyword }: ErrorObject): boolean => keyword === 'type' && data === null;

/** What the specification shows and the response does not have. A result that the portal finds elsewhere is not missing. */
const absentIn = (
  { name, raw }: Answer,
  isAbsent: (error: ErrorObject) => boolean,
  message: string,
): readonly Fault[] => {
  const { specified = [] }: Sample<AnyEndpoint> = SAMPLES[`${name}Sample`];
  return profileErrors(name, 'specified', raw)
    .filter(isAbsent)
    .map((error) => ({ at: placeOf(error), message }))
    .filter(({ at }) => at !== 'result' && specified.some((path) => `${path}.`.startsWith(`${pathOf(at)}.`)));
};

const isResultInData = (raw: unknown): boolean => {
  const { result, data } = Object(raw);
  return result === undefined && data !== undefined && data !== null;
};

/** The Content-Security-Policy of the page allows pictures of its own origin only. */
const picturesIn = (raw: unknown, portal: string): readonly string[] => {
  const addresses = [...(JSON.stringify(raw) ?? '').matchAll(PICTURE)].map(([, address = '']) => address);
  const foreign = addresses.find((one) => URL.canParse(one, portal) && new URL(one, portal).origin !== portal);
  return foreign ? [`a player never sees ${foreign}: ${PICTURE_RULE}`] : [];
};

/** Forms that the portal repairs while it reads, and what it cannot show. */
const repairsOf = (answer: Answer, portal: string): readonly Fault[] => {
  const { name, raw, text } = answer;
  const errors = profileErrors(name, 'extended', raw).filter(({ keyword }) => keyword !== 'anyOf');
  const [, entity] = ENTITY.exec(JSON.stringify(raw) ?? '') ?? [];
  const notes = [
    ...picturesIn(raw, portal),
    ...(entity ? [`a player reads ${entity} as it is: names and titles are plain text`] : []),
    ...(BARE_NUMBER.test(text) ? ['an order number is a number beyond 2^53'] : []),
    ...(isResultInData(raw) ? ['the result is called data'] : []),
    ...(text.startsWith('\uFEFF') ? ['the body begins with a byte order mark'] : []),
  ];
  return [
    ...notes.map((message) => ({ at: '', message })),
    ...absentIn(answer, isNull, 'is null'),
    ...errors.map((error) => ({ at: placeOf(error) || 'the body', message: error.message ?? error.keyword })),
  ];
};

/** Judges a response that should be a success, as the portal at the origin `portal` reads it. */
export const judgeCall = (answer: Answer, portal: string): Judgment => {
  const { name, outcome, status, headers, ms, text } = answer;
  const oddities = outcome.oddities.map(faultOf);
  if (status === 0) return { verdict: 'fail', note: text };
  if (outcome.kind === 'failure') {
    if (oddities.length > 0) return judged('fail', oddities);
    const { reason, code, msg } = outcome.failure;
    const where = headers.get('location') ? `, redirected to ${headers.get('location')}` : '';
    const summary = `HTTP ${status}, code ${code}${msg ? ` (${msg})` : ''}${where}: ${reason}`;
    const isRefused = status === 200 && !Object(answer.raw).result;
    const hint = isRefused && SECRETS[name] ? `; ${SECRETS[name]} may be wrong` : '';
    return { verdict: 'fail', note: `${summary}${hint}` };
  }
  const { specified = [] }: Sample<AnyEndpoint> = SAMPLES[`${name}Sample`];
  const lost = outcome.oddities.filter(({ effect, path }) => effect !== 'ignored' || specified.includes(pathOf(path)));
  if (lost.length > 0) return judged('fail', [...lost.map(faultOf), ...oddities]);
  const missing = absentIn(answer, ({ keyword }) => keyword === 'required', 'missing');
  if (missing.length > 0) return judged('fail', missing);
  const slow = ms > SLOW_MS ? [{ at: '', message: `the response took ${(ms / 1_000).toFixed(1)} s` }] : [];
  return judged('pass', [...oddities, ...repairsOf(answer, portal), ...slow]);
};
