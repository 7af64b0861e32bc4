import fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { roles } from '../../server/db/schema.ts';
import { ROUTES } from '../../server/routes/routes.ts';
import { CODE } from '../../server/runtime/codes.ts';
import { DEMO } from '../../server/seed/accounts.seed.ts';
import { openSession } from '../../server/users/session-store.ts';
import type { AnyEndpoint, NamedIds } from '../../src/contract/endpoint.ts';
import { paymentCreateEpoint } from '../../src/contract/epoint.contract.ts';
import { HEADER, IDEMPOTENCY_HEADER, QUOTE_HEADER, TRACE_HEADER } from '../../src/contract/headers.ts';
import { userLogout } from '../../src/contract/user.contract.ts';
import { sampleOf, WIRE_SAMPLES, type WireSample } from '../support/api/fake-api.ts';
import { describeOn, type StoredRows, storedRows } from '../support/server/test-database.ts';
import { type Answer, encryptPassword, seal, sharedTestServer } from '../support/server/test-server.ts';

const BATCHES = Number(process.env['FUZZ_BATCHES'] ?? 10);
const BATCH = 10;

type Fields = Readonly<Record<string, unknown>>;

const IDS: NamedIds = {
  serverId: '101',
  roleId: '70010001',
  gameAccountId: DEMO.gameAccountId,
  itemId: 'lantern.gems.60',
  orderId: '250101-DEM0-0001-0002',
  pointsOrderId: '250101-DEM0-0001-0002',
};

/** A password that passes the cipher and is wrong, for the samples, which do not have the key. */
const ENCRYPTED: Fields = { passwd: encryptPassword('Wrong-1234') };

/** The request of a call whose sample shows its other kind of request. */
const OTHER_KIND: ReadonlyMap<string, Fields> = new Map([
  [paymentCreateEpoint.path, { item_id: 'epoint.500', channel_code: 'card', system: 'ios', epoints: 525 }],
]);

const SEALED_FIELDS: Fields = {
  email: 'nobody@players.example',
  phone: '+12025550199',
  purpose: 'login',
  code: '123456',
  password: 'Wrong-1234',
};

const sealed = (payload: unknown): string => JSON.stringify({ data: seal(payload) });

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
  'no\u0000body@players.example',
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

const nearlyRight = (fields: Fields) =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...Object.keys(fields)), hostile, { maxKeys: 3 }),
      fc.subarray(Object.keys(fields)),
    )
    .map(([changes, left]) =>
      JSON.stringify({ ...Object.fromEntries(left.map((key) => [key, fields[key]])), ...changes }),
    );

const oneFieldWrong = (fields: Fields) =>
  fc.tuple(fc.constantFrom(...Object.keys(fields)), hostile).map(([key, value]) => ({ ...fields, [key]: value }));

const requestOf = (sample: WireSample): Fields =>
  Object.fromEntries(
    Object.entries<unknown>({ ...sample.requestFor(IDS) }).map(([key, value]) => [key, ENCRYPTED[key] ?? value]),
  );

/** The fields of every call: a call ignores those of the others. */
const FIELDS: Fields = Object.assign({}, ...WIRE_SAMPLES.map(requestOf));

/** Bodies that often pass the schema of the call. */
const plausible = (own: Fields): fc.Arbitrary<string> => {
  if (Object.keys(own).length === 0) return fc.constant('{}');
  if ('data' in own) return fc.oneof(oneFieldWrong(SEALED_FIELDS), fc.constant(SEALED_FIELDS)).map(sealed);
  return oneFieldWrong({ ...FIELDS, ...own }).map((body) => JSON.stringify(body));
};

/** The requests come from the samples of the contract, so that a new call is tested too. */
const bodyFor = ({ path }: AnyEndpoint) => {
  const own = requestOf(sampleOf(path));
  return fc.oneof(
    { weight: 5, arbitrary: fc.oneof(plausible(own), plausible(OTHER_KIND.get(path) ?? own)) },
    { weight: 3, arbitrary: nearlyRight({ ...FIELDS, ...own }) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 30 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)) },
  );
};

const headerText = fc.string({
  unit: fc
    .integer({ min: 0x21, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 80,
});

const often = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 2, nil: undefined });
/** For headers that are enough to get a request refused. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const fitsHeader = (text: string): boolean => /^[\x20-\x7e\x80-\xff]*$/.test(text);

const hostileText = fc.oneof(headerText, fc.constantFrom(...HOSTILE.filter(fitsHeader)));

const FREE_HEADERS = [
  HEADER.clientId,
  HEADER.userId,
  HEADER.accountId,
  HEADER.gameId,
  HEADER.version,
  HEADER.contractVersion,
  'accept-language',
  'accept-encoding',
  'tracestate',
  'user-agent',
  'x-forwarded-for',
  'x-request-id',
];

const TRACES = [
  `00-${'0'.repeat(32)}-${'0'.repeat(16)}-00`,
  `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01-more`,
  `cc-${'A'.repeat(32)}-${'b'.repeat(16)}-01-more`,
  `ff-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
];

const headers = fc
  .record({
    ...Object.fromEntries(FREE_HEADERS.map((name) => [name, often(hostileText)])),
    [TRACE_HEADER]: often(fc.oneof(hostileText, fc.constantFrom(...TRACES))),
    [HEADER.token]: rarely(hostileText),
    [IDEMPOTENCY_HEADER]: rarely(hostileText),
    [QUOTE_HEADER]: rarely(fc.oneof(hostileText, fc.constantFrom('99', '-1', '1e9', '0x10'))),
    'content-type': rarely(
      fc.oneof(hostileText, fc.constantFrom('application/json; charset=utf-16', 'text/plain', 'multipart/form-data')),
    ),
  })
  .map(
    (all): Record<string, string> =>
      Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  );

/** Text that would reveal how the server is built. */
/** The words begin at a boundary: a random ticket may contain one, such as `26PGlITE7C`. */
const LEAK =
  /node_modules|\.ts:|\bat \S+ \(|select .+ from|syntax error|\b(?:sqlstate|violates|pglite|drizzle|postgres|password_hash|stack)/i;

/** Tables that get new rows with a session, an attempt or an order. Their seeded rows never change. */
const GROWING = [
  'attempts',
  'idempotency_keys',
  'login_devices',
  'order_history',
  'orders',
  'outbox',
  'sandbox_payments',
  'sessions',
  'tickets',
];
/** Columns that the selection of a role sets. */
const IGNORED = [roles.lastSelectedAt.name];

describeOn('any request at all', () => {
  const server = sharedTestServer({ workers: false });
  let session: Record<string, string>;
  let before: StoredRows;
  beforeAll(async () => {
    before = await storedRows(server.context.db, IGNORED);
  });

  const signIn = async (): Promise<void> => {
    const { db, clock } = server.context;
    const token = await openSession(db, { userId: DEMO.userId, clientId: 'fuzz', now: clock.now() });
    session = { token, 'client-id': 'fuzz' };
  };
  beforeEach(signIn);

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

  /** Whether the request passed session and schema. */
  const isInside = ({ status, body: answer }: Answer): boolean =>
    status === 200 && answer?.['code'] !== CODE.parameterException;

  for (const { endpoint } of ROUTES)
    test(`${endpoint.path}: ${BATCHES * BATCH} hostile requests, no 5xx, no leak (${endpoint.id.startsWith('CALL') ? `${endpoint.id}, ` : ''}S1, S22, S29)`, async () => {
      const endsSession = endpoint.path === userLogout.path;
      let inside = 0;
      const requests = fc.array(fc.tuple(bodyFor(endpoint), headers), { minLength: BATCH, maxLength: BATCH });
      await fc.assert(
        fc.asyncProperty(requests, async (batch) => {
          if (endsSession) await signIn();
          const responses = await Promise.all(batch.map(([payload, more]) => send(endpoint, payload, more)));
          inside += responses.filter(isInside).length;
          expect(responses.filter((answer) => !isHarmless(answer)).map(({ status, text }) => [status, text])).toEqual(
            [],
          );
        }),
        { numRuns: BATCHES, endOnFailure: true },
      );
      expect(inside).toBeGreaterThan(endsSession ? BATCHES / 2 : (BATCHES * BATCH) / 20);
    });

  test('no call changed protected data or caused an internal error (S1)', async () => {
    const now = await storedRows(server.context.db, IGNORED);
    for (const [name, rows] of before) {
      const left = new Set(now.get(name));
      expect([name, rows.filter((row) => !left.has(row))]).toEqual([name, []]);
      if (!GROWING.includes(name)) expect([name, now.get(name)]).toEqual([name, rows]);
    }
    expect(server.logLines().filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
