import { afterEach, describe, expect, test } from 'vitest';
import { readParam } from '../../machines/kernel/url.ts';
import { readListLocation } from '../../machines/lists/list.url.ts';
import { readExternalLogin } from '../../machines/portal/portal.navigation.ts';
import { matchPage, safeRedirect } from '../../machines/portal/portal.routes.ts';
import { trafficSource } from '../../src/analytics/traffic-source.ts';
import { readResponse } from '../../src/api/read-response.ts';
import { createSafeStorage } from '../../src/platform/safe-storage.ts';
import { readStored } from '../../src/platform/versioned-storage.ts';
import { REFERENCE_CODES } from '../support/api/reference-codes.ts';
import { STORED_SAMPLES } from '../support/api/stored-samples.ts';
import { bodyOf, WIRE_SAMPLES } from '../support/api/wire-samples.ts';
import { createFakeStore } from '../support/browser/fake-browser.ts';

const OWN_KEYS = Reflect.ownKeys(Object.prototype);

afterEach(() => {
  expect(Reflect.ownKeys(Object.prototype)).toEqual(OWN_KEYS);
  for (const value of [{}, [], () => undefined]) expect('polluted' in value).toBe(false);
});

const POLLUTIONS = [
  '"__proto__":{"polluted":true}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"prototype":{"polluted":true}',
  '"__proto__":"polluted"',
  '"__proto__":null',
] as const;

/** JSON text with a member added to every object. JSON.parse makes `__proto__` an own property. */
const polluted = (value: unknown, member: string): string => {
  if (Array.isArray(value)) return `[${value.map((item) => polluted(item, member)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${polluted(item, member)}`);
  return `{${[member, ...members].join()}}`;
};

/** The path of every object that has a hostile property or an unexpected prototype. */
const pollutedIn = (value: unknown, path = 'result'): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const prototype = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === Array.prototype || prototype === null;
  const keys = ['__proto__', 'constructor', 'prototype', 'polluted'].filter((key) => Object.hasOwn(value, key));
  return [
    ...(isPlain && keys.length === 0 ? [] : [`${path} ${keys.join()}`]),
    ...Object.entries(value).flatMap(([key, item]) => pollutedIn(item, `${path}.${key}`)),
  ];
};

describe.each(POLLUTIONS)('%s', (member) => {
  test.each(WIRE_SAMPLES.filter(({ endpoint }) => endpoint.result.type !== 'unknown'))(
    'in every object of a response to $endpoint.id it changes nothing that is read (C69)',
    (sample) => {
      const read = (text: string) =>
        readResponse(
          sample.endpoint,
          { status: 200, retryAfterMs: null, body: { kind: 'text', text } },
          REFERENCE_CODES,
        );
      const outcome = read(polluted(bodyOf(sample), member));
      expect(outcome).toEqual(read(JSON.stringify(bodyOf(sample))));
      expect(outcome.kind).toBe('result');
      expect(pollutedIn(outcome.kind === 'result' ? outcome.result : null)).toEqual([]);
    },
  );

  test.each(STORED_SAMPLES)(
    'in every object of $name in storage it changes nothing that is read (C69, C57)',
    ({ shape, data }) => {
      const text = polluted({ v: shape.version, data }, member);
      const read = readStored(createSafeStorage([() => createFakeStore({ key: text })]), 'key', shape);
      const clean = JSON.stringify({ v: shape.version, data });
      expect(read).toEqual(readStored(createSafeStorage([() => createFakeStore({ key: clean })]), 'key', shape));
      expect(read).toMatchObject(Object(data));
      expect(pollutedIn(read)).toEqual([]);
    },
  );
});

describe('URLs', () => {
  const PATHS = [
    '/login',
    '/main/home',
    '/main/recharge',
    '/main/event',
    '/main/account/recharge',
    '/main/account/epoint',
    '/main/logout',
  ];
  const PARAMS = ['step', 'target', 'reset', 'id', 'redirect', 'status', 'order', 'type', 'begin', 'end', 'page'];

  const readAll = (search: string) => {
    const pages = PATHS.map((path) => {
      const page = matchPage(path, search);
      return 'search' in page ? { ...page, search: '' } : page;
    });
    const lists = (['orders', 'ledger', 'articles'] as const).map((kind) =>
      readListLocation(kind, (name) => readParam(search, name)),
    );
    return { pages, lists, login: readExternalLogin(search), source: trafficSource(search) };
  };

  test.each([
    '__proto__[polluted]=true',
    '__proto__.polluted=true',
    '__proto__={"polluted":true}',
    '__proto__=true',
    'constructor[prototype][polluted]=true',
    'constructor.prototype.polluted=true',
    'constructor={"prototype":{"polluted":true}}',
    'a[__proto__][polluted]=true',
    'step[__proto__][polluted]=true',
    'status[constructor][prototype][polluted]=true',
  ])('%s in the query changes nothing that is read (C69, C60)', (hostile) => {
    for (const rest of ['', 'step=item&target=epoint&page=3&type=news&status=paid&channel=ads&wechat=false'])
      for (const text of [hostile, encodeURIComponent(hostile).replace('%3D', '=')])
        for (const search of [`?${text}&${rest}`, `?${rest}&${text}`]) {
          const read = readAll(search);
          expect(read).toEqual(readAll(`?${rest}`));
          expect(pollutedIn(read)).toEqual([]);
        }
  });

  test.each(OWN_KEYS.map(String))('the value %s is read like an unknown word (C69, C60)', (key) => {
    const unknown = 'nonsense';
    for (const name of PARAMS) {
      const read = JSON.stringify(readAll(`?${name}=${key}`));
      expect([name, read.replaceAll(key, unknown)]).toEqual([name, JSON.stringify(readAll(`?${name}=${unknown}`))]);
    }
    expect(safeRedirect(key)).toBe(safeRedirect(unknown));
    expect(matchPage(`/${key}`, '')).toEqual({ name: 'not-found' });
    expect(matchPage(`/main/${key}`, '')).toEqual({ name: 'not-found' });
  });
});
