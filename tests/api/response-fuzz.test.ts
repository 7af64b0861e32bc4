import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { readResponse } from '../../src/api/read-response.ts';
import { bodyOf, REFERENCE_CODES, WIRE_SAMPLES, type WireSample } from '../support/api/fake-api.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 5_000);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = readonly (string | number)[];

const copy = (value: unknown): Json => JSON.parse(JSON.stringify(value));

const copyOfBody = (sample: WireSample): { readonly result: Json } => JSON.parse(JSON.stringify(bodyOf(sample)));

/** The path of every value in `result`, including the result itself. */
const pathsOf = (value: Json, at: Path = ['result']): Path[] => {
  if (Array.isArray(value)) return [at, ...value.flatMap((child, index) => pathsOf(child, [...at, index]))];
  if (typeof value === 'object' && value !== null)
    return [at, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...at, key]))];
  return [at];
};

const patternOf = (path: Path): string => path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');

type Parent = { [key: string]: Json } | Json[];

/** A copy in which `change` has changed the parent of the last key. What is not on the path is shared. */
const edit = (body: Json, [key = '', ...rest]: Path, change: (parent: Parent, key: string | number) => void): Json => {
  if (typeof body !== 'object' || body === null) return body;
  const changed: Parent = Array.isArray(body) ? [...body] : { ...body };
  if (rest.length === 0) change(changed, key);
  else set(changed, key, edit(Reflect.get(body, key) ?? null, rest, change));
  return changed;
};

const set = (parent: Parent, key: string | number, value: Json) => {
  if (Array.isArray(parent)) parent[Number(key)] = value;
  else parent[String(key)] = value;
};

const JUNK: readonly Json[] = [
  '',
  '0',
  '<html>',
  '9'.repeat(30),
  'x'.repeat(5_000),
  '__proto__',
  '\u0000',
  '0.001',
  0,
  1,
  1.5,
  9_007_199_254_740_993,
  -1e300,
  true,
  [],
  [null],
  {},
  { length: 3 },
  [[[[]]]],
];

/** A corrupted response and the expected outcome. */
type Corrupted = { readonly text: string; readonly status: number; readonly expected: 'failure' | 'intact' | 'sane' };

const corruptionsOf = (sample: WireSample): fc.Arbitrary<Corrupted> => {
  const good = { msg: 'ok', ...copyOfBody(sample) };
  const text = JSON.stringify(good);
  const isOptional = v.safeParse(sample.endpoint.result, undefined).success;
  const paths = pathsOf(good.result);
  const required = new Set(sample.required);
  const inRow = (path: Path) => path.some((key) => typeof key === 'number');

  const broken = fc
    .oneof(
      fc.constantFrom(
        '',
        ' ',
        '<!doctype html><p>502</p>',
        'null',
        '1',
        '"ok"',
        `${text}}`,
        'undefined',
        'NaN',
        '{"a":',
      ),
      fc.nat({ max: text.length - 1 }).map((end) => text.slice(0, end)),
      fc.string().filter((noise) => !/^\s*[[{]/.test(noise)),
      fc.nat({ max: 5 }).map((more) => `${text}${'x'.repeat(more + 1)}`),
    )
    .map((corrupted): Corrupted => ({ text: corrupted, status: 200, expected: 'failure' }));

  const tolerated = fc.constantFrom<Corrupted>(
    { text: '[]', status: 200, expected: 'sane' },
    { text: `[${text}]`, status: 200, expected: 'sane' },
    { text: `\uFEFF${text}`, status: 200, expected: 'intact' },
  );

  const status = fc
    .integer({ min: 201, max: 599 })
    .map((code): Corrupted => ({ text, status: code, expected: 'failure' }));

  const code = fc
    .constantFrom<Json>(20002, '20002', {}, [], 1.5)
    .map((value): Corrupted => ({ text: JSON.stringify({ ...good, code: value }), status: 200, expected: 'failure' }));

  /** A word is a code like any other: only login and order creation are refused beside a result. */
  const word = fc.constantFrom<Json>('x', 'E_BUSY', 9_007_199_254_740_993).map(
    (value): Corrupted => ({
      text: JSON.stringify({ ...good, code: value }),
      status: 200,
      expected: sample.endpoint.strict ? 'failure' : 'sane',
    }),
  );

  const missing = fc.tuple(fc.constantFrom(...paths), fc.boolean()).map(([path, asNull]): Corrupted => {
    const body = edit(good, path, (parent, key) => {
      if (asNull || Array.isArray(parent)) set(parent, key, null);
      else delete parent[String(key)];
    });
    const needed = required.has(patternOf(path)) && !inRow(path) && !isOptional;
    return { text: JSON.stringify(body), status: 200, expected: needed ? 'failure' : 'intact' };
  });

  const retyped = fc
    .tuple(fc.constantFrom(...paths), fc.oneof(fc.constantFrom(...JUNK), fc.jsonValue({ maxDepth: 3 }).map(copy)))
    .map(([path, junk]): Corrupted => {
      const body = edit(good, path, (parent, key) => set(parent, key, junk));
      return { text: JSON.stringify(body), status: 200, expected: 'sane' };
    });

  return fc.oneof(
    { arbitrary: broken, weight: 2 },
    { arbitrary: status, weight: 1 },
    { arbitrary: code, weight: 1 },
    { arbitrary: fc.oneof(word, tolerated), weight: 1 },
    { arbitrary: missing, weight: 3 },
    { arbitrary: retyped, weight: 5 },
  );
};

/** The statuses of a game server and of an order. */
const STATUSES: ReadonlySet<unknown> = new Set([null, 0, 1, ...ORDER_STATUSES]);
const ID_FIELD = /^(?:id|key|channel_code)$|_id$/;
const MONEY_FIELDS = new Set(['price', 'amount', 'basicNum', 'presentNum']);
const TIME_FIELDS = new Set(['create_ts', 'ts']);
const REQUIRED_TEXTS = new Set(['name', 'server_name', 'role_name', 'channel_name', 'title']);
/** A server chooses the keys of these objects, so a key may equal the name of a field. */
const TRANSLATED_FIELDS = new Set(['names', 'item_names', 'titles', 'summaries', 'bodies', 'blurbs', 'texts']);

/** Invariants of every value that the client returns, independent of the schemas. `required`: names of fields. */
const flawsOf = (value: unknown, required: ReadonlySet<string>, key = ''): string[] => {
  if (TRANSLATED_FIELDS.has(key)) {
    const areTexts =
      typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
    return areTexts ? [] : [key];
  }
  if (Array.isArray(value)) return value.flatMap((child) => flawsOf(child, required, key));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, child]) => flawsOf(child, required, name));
  const optional = value === null;
  if (ID_FIELD.test(key) && !optional && !(typeof value === 'string' && value.length > 0 && value.length <= 128))
    return [key];
  if (MONEY_FIELDS.has(key) && required.has(key) && !(Number.isSafeInteger(value) && Number(value) >= 0)) return [key];
  if (TIME_FIELDS.has(key) && !optional && !(Number.isSafeInteger(value) && Number(value) >= 0)) return [key];
  if (REQUIRED_TEXTS.has(key) && required.has(key) && typeof value !== 'string') return [key];
  if (key === 'status' && !STATUSES.has(value)) return [key];
  if (key === 'quantity' && !optional && !(Number.isSafeInteger(value) && Number(value) > 0)) return [key];
  if (key === 'token' && !(typeof value === 'string' && value.length > 0)) return [key];
  return [];
};

const isRequiredThere = (sample: WireSample, result: unknown): boolean => {
  if (sample.required.length === 0) return true;
  if (typeof result !== 'object' || result === null) return false;
  if ('rows' in result) return Array.isArray(result.rows);
  const own = sample.required.filter((path) => /^result\.\w+$/.test(path)).map((path) => path.slice(7));
  return own.every((field) => field in result);
};

/** Members of every object. JSON.parse makes `__proto__` an own property. */
const POLLUTION = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"';

test.each(WIRE_SAMPLES.filter(({ endpoint }) => endpoint.result.type !== 'unknown'))(
  'a prototype in every object of a response to $endpoint.id changes nothing that is read (C69)',
  (sample) => {
    const read = (text: string) =>
      readResponse(sample.endpoint, { status: 200, retryAfterMs: null, body: { kind: 'text', text } }, REFERENCE_CODES);
    const text = JSON.stringify(bodyOf(sample));
    expect(read(text.replaceAll('{"', POLLUTION))).toStrictEqual(read(text));
    expect('polluted' in {}).toBe(false);
  },
);

describe.each(WIRE_SAMPLES)('$endpoint.id $endpoint.path', (sample) => {
  const required = new Set(sample.required.map((path) => path.slice(path.lastIndexOf('.') + 1)));

  test(`${RUNS} corrupted responses: a known failure or a sane result, never anything else (C21, C22, C23, ERRS-07)`, () => {
    fc.assert(
      fc.property(corruptionsOf(sample), ({ text, status, expected }) => {
        const outcome = readResponse(
          sample.endpoint,
          { status, retryAfterMs: null, body: { kind: 'text', text } },
          REFERENCE_CODES,
        );
        if (outcome.kind === 'failure') {
          if (expected === 'intact') throw new Error(`refused: ${JSON.stringify(outcome.oddities)}`);
          if (outcome.failure.reason === 'unknownError' && status === 200 && expected !== 'failure')
            throw new Error('unexplained');
          return;
        }
        if (expected === 'failure') throw new Error('false success');
        if (sample.endpoint.result.type === 'unknown') return;
        const flaws = flawsOf(outcome.result, required);
        if (flaws.length > 0 || !isRequiredThere(sample, outcome.result)) throw new Error(`false success: ${flaws}`);
      }),
      { numRuns: RUNS },
    );
  });
});
