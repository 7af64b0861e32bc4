import type { ErrorObject } from 'ajv/dist/2020.js';
import { SAMPLES } from '../../../src/contract/contract.ts';
import type { AnyEndpoint, Sample } from '../../../src/contract/endpoint.ts';
import { profileErrors } from '../api/document-check.ts';
import type { Answer } from './conversation.ts';

export type Judgment = { readonly verdict: 'pass' | 'fail' | 'unknown'; readonly note: string };

const SLOW_MS = 3_000;

/** A number beyond 2^53 as the order number: most JSON readers round it. */
const BARE_NUMBER = /"(?:sdk_order_id|paymentId)"\s*:\s*-?\d{16,}/;

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** `/result/0/price` → `result.*.price`: rows of a list have the same cause. */
const pathOf = (path: string): string =>
  path
    .replace(/^\//, '')
    .replaceAll('/', '.')
    .replaceAll(/(^|\.)\d+(?=\.|$)/g, '$1*');

const placeOf = ({ instancePath, params, keyword }: ErrorObject): string =>
  pathOf(keyword === 'required' ? `${instancePath}/${params['missingProperty']}` : instancePath);

const isNull = ({ data, keyword }: ErrorObject): boolean => keyword === 'type' && data === null;

/** What the specification shows and the response leaves out. A result that the portal finds elsewhere is not missing. */
const missingIn = ({ name, raw }: Answer): readonly string[] => {
  const { specified }: Sample<AnyEndpoint> = SAMPLES[`${name}Sample`];
  const missing = profileErrors(name, 'specified', raw).filter(
    (error) => error.keyword === 'required' || isNull(error),
  );
  return unique(missing.map(placeOf)).filter(
    (place) => specified.some((path) => path === place || path.startsWith(`${place}.`)) && place !== 'result',
  );
};

const isResultInData = (raw: unknown): boolean => {
  const { result, data } = Object(raw);
  return result === undefined && data !== undefined && data !== null;
};

/** Forms that the portal repairs while it reads. */
const repairsOf = ({ name, raw, text }: Answer): readonly string[] => {
  const errors = profileErrors(name, 'extended', raw).filter(({ keyword }) => keyword !== 'anyOf');
  const places = errors.map((error) => `${placeOf(error) || 'the body'} ${error.message ?? error.keyword}`);
  return unique([
    ...places,
    ...(BARE_NUMBER.test(text) ? ['an order number is a number beyond 2^53'] : []),
    ...(isResultInData(raw) ? ['the result is called data'] : []),
    ...(text.startsWith('\uFEFF') ? ['the body begins with a byte order mark'] : []),
  ]);
};

/** Judges a response that should be a success, as the portal reads it. */
export const judgeCall = (answer: Answer): Judgment => {
  const { outcome, status, headers, ms, text } = answer;
  const oddities = outcome.oddities.map(
    ({ path, wanted, got }) => `${pathOf(path.replaceAll('.', '/')) || 'the body'} should be ${wanted}, is ${got}`,
  );
  if (status === 0) return { verdict: 'fail', note: text };
  if (outcome.kind === 'failure') {
    const { reason, code, msg } = outcome.failure;
    const where = headers.get('location') ? `, redirected to ${headers.get('location')}` : '';
    const said = oddities.join('; ') || `HTTP ${status}, code ${code}${msg ? ` (${msg})` : ''}${where}: ${reason}`;
    return { verdict: 'fail', note: said };
  }
  const { specified }: Sample<AnyEndpoint> = SAMPLES[`${answer.name}Sample`];
  const lost = outcome.oddities.filter(
    ({ effect, path }) => effect !== 'ignored' || specified.includes(pathOf(path.replaceAll('.', '/'))),
  );
  if (lost.length > 0) return { verdict: 'fail', note: unique(oddities).join('; ') };
  const missing = missingIn(answer);
  if (missing.length > 0) return { verdict: 'fail', note: `${missing.join(', ')} missing` };
  const slow = ms > SLOW_MS ? [`the response took ${(ms / 1_000).toFixed(1)} s`] : [];
  const notes = unique([...oddities, ...repairsOf(answer), ...slow]);
  const more = notes.length > 6 ? [`${notes.length - 6} more`] : [];
  return { verdict: 'pass', note: [...notes.slice(0, 6), ...more].join('; ') };
};
