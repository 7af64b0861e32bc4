import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as codeSchema from '../../server/db/code.schema.ts';
import * as contentSchema from '../../server/db/content.schema.ts';
import * as ledgerSchema from '../../server/db/ledger.schema.ts';
import * as schema from '../../server/db/schema.ts';
import { ROUTES } from '../../server/routes/routes.ts';
import { DEMO } from '../../server/seed/accounts.seed.ts';
import { openSession } from '../../server/users/session-store.ts';
import type { AnyEndpoint } from '../../src/contract/endpoint.ts';
import { userLogout } from '../../src/contract/user.contract.ts';
import { describeOn } from '../support/test-database.ts';
import { type Answer, encryptPassword, startTestServer, type TestServer } from '../support/test-server.ts';

const BATCHES = Number(process.env['FUZZ_BATCHES'] ?? 10);
const BATCH = 10;

/** A valid value for every field of every call. */
const FIELDS: Readonly<Record<string, unknown>> = {
  channel_code: 'account',
  account: 'demo',
  passwd: encryptPassword('Wrong-1234'),
  encrypt: 1,
  role_id: '70010001',
  server_id: '101',
  cp_goods_id: 'lantern.gems.60',
  role_name: 'Aldric Vane',
  server_name: 'Dawn Harbor',
  page: 1,
  size: 20,
  begin: 0,
  end: 0,
  sdk_order_id: '',
  status: -1,
  userId: '1000000001',
  type: 0,
  id: '1001',
  email: 'nobody@players.example',
  purpose: 'reset',
  data: 'U2FsdGVkX18xMjM0NTY3ODEyMzQ1Njc4MTIzNDU2Nzg=',
  item_id: 'epoint.500',
  system: 'ios',
  epoints: 525,
  paymentId: '250101-DEM0-0001-0002',
  paymentIds: ['250101-DEM0-0001-0002'],
};

const HOSTILE = [
  "' or '1'='1",
  "'; drop table users; --",
  '1) union select password_hash from users --',
  '$$; select pg_sleep(9); $$',
  '%',
  '_',
  '\\',
  '"',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '\u0000',
  '\ud800',
  '\u202e\u0301'.repeat(50),
  'ไ'.repeat(3_000),
  '1e309',
  '-0',
  'NaN',
  '٣',
  '１２',
  '0x10',
  '1_000',
  '9999999999999999999999',
  '12345678901234567890',
  '__proto__',
  'constructor',
  'toString',
];

const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom<unknown>(null, true, false, -1, 0, 1e21, 2 ** 53, 1.5, [], {}, [[]], { $gt: '' }),
  fc.jsonValue({ maxDepth: 4 }),
);

const nearlyRight = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...Object.keys(FIELDS)), hostile, { maxKeys: 3 }),
    fc.subarray(Object.keys(FIELDS)),
  )
  .map(([changes, left]) =>
    JSON.stringify({ ...Object.fromEntries(left.map((key) => [key, FIELDS[key]])), ...changes }),
  );

const oneFieldWrong = fc
  .tuple(fc.constantFrom(...Object.keys(FIELDS)), hostile)
  .map(([key, value]) => JSON.stringify({ ...FIELDS, [key]: value }));

const body = fc.oneof(
  { weight: 5, arbitrary: oneFieldWrong },
  { weight: 3, arbitrary: nearlyRight },
  { weight: 1, arbitrary: fc.json({ maxDepth: 30 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)) },
);

const headerText = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 80,
});

const rarely = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 8, nil: undefined });

const headers = fc
  .record({
    token: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: headerText }),
    'client-id': rarely(headerText),
    userid: rarely(headerText),
    gameid: rarely(headerText),
    'idempotency-key': rarely(headerText),
    'x-quote': rarely(fc.oneof(headerText, fc.constantFrom('99', '-1', '1e9', '0x10'))),
    'x-forwarded-for': rarely(headerText),
    'content-type': fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('application/json; charset=utf-16', 'text/plain', 'multipart/form-data'),
      },
    ),
  })
  .map(
    (all): Record<string, string> =>
      Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  );

/** Text that would reveal how the server is built. */
const LEAK =
  /node_modules|\.ts:|\bat \S+ \(|select .+ from|syntax error|sqlstate|violates|pglite|drizzle|postgres|password_hash|stack/i;

describeOn('any request at all', () => {
  let server: TestServer;
  let session: Record<string, string>;
  let before: readonly (readonly [string, number])[];
  beforeAll(async () => {
    server = await startTestServer({ workers: false });
    before = await counts();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    const { db, clock } = server.context;
    const token = await openSession(db, { userId: DEMO.userId, clientId: 'fuzz', now: clock.now() });
    session = { token, 'client-id': 'fuzz' };
  });

  const counts = async (): Promise<(readonly [string, number])[]> => {
    const tables = Object.values({ ...schema, ...contentSchema, ...ledgerSchema, ...codeSchema }).filter((value) =>
      is(value, PgTable),
    );
    return Promise.all(
      tables.map(async (table) => [getTableName(table), await server.context.db.$count(table)] as const),
    );
  };

  const send = (
    { path, method }: AnyEndpoint,
    payload: string | Uint8Array<ArrayBuffer>,
    more: Record<string, string>,
  ) =>
    server.request(path, {
      method,
      headers: { 'content-type': 'application/json', ...session, ...more },
      ...(method !== 'GET' && { body: payload }),
    });

  const isHarmless = ({ status, text, body: answer }: Answer): boolean =>
    (status === 200 || status === 203) && typeof answer?.['code'] === 'number' && !LEAK.test(text);

  for (const { endpoint } of ROUTES)
    test(`${endpoint.id.startsWith('CALL') ? `${endpoint.id} ` : ''}S1 S22 S29 · ${endpoint.path}: ${BATCHES * BATCH} hostile requests, no 5xx, no leak`, async () => {
      let inside = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(body, headers), { minLength: BATCH, maxLength: BATCH }), async (batch) => {
          const responses = await Promise.all(batch.map(([payload, more]) => send(endpoint, payload, more)));
          inside += responses.filter(({ status }) => status === 200).length;
          expect(responses.filter((answer) => !isHarmless(answer)).map(({ status, text }) => [status, text])).toEqual(
            [],
          );
        }),
        { numRuns: BATCHES, endOnFailure: true },
      );
      if (endpoint.path !== userLogout.path) expect(inside).toBeGreaterThan((BATCHES * BATCH) / 2);
    });

  test('S1 · no call changed protected data or caused an internal error', async () => {
    const changing = [
      'attempts',
      'sessions',
      'idempotency_keys',
      'orders',
      'order_history',
      'sandbox_payments',
      'outbox',
    ];
    const fixed = (rows: readonly (readonly [string, number])[]) => rows.filter(([name]) => !changing.includes(name));
    expect(fixed(await counts())).toEqual(fixed(before));
    expect(server.logLines().filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
