import pg from 'pg';
import { expect, test } from 'vitest';
import { checksCertificate, readDatabaseUrl } from '../../server/db/database-url.ts';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import { readConfig } from '../../server/runtime/config.ts';

const addressOf = (text: string) => {
  const reading = readDatabaseUrl(text);
  if (!reading.ok) throw new Error(reading.wants);
  return reading.address;
};

test('a single host is passed on unchanged (F10)', () => {
  for (const url of [
    'postgres://u:p@db/name',
    'postgresql://u:p%40ss@db.example:6432/name?sslmode=require',
    'postgres://u@[::1]:5432/name',
    'postgres:///name?host=/var/run/postgresql',
    'postgres://db',
  ])
    expect([url, addressOf(url)]).toEqual([
      url,
      expect.objectContaining({ urls: [expect.any(String)], mustWrite: false }),
    ]);
  expect(addressOf('postgresql://u:p%40ss@db.example:6432/name?sslmode=require')).toEqual({
    urls: ['postgresql://u:p%40ss@db.example:6432/name?sslmode=require'],
    location: 'db.example:6432/name',
    mustWrite: false,
  });
});

test('several hosts, with and without ports, and their shared options (F10)', () => {
  expect(
    addressOf('postgres://u:p@h1:6001,h2,[fd00::2]:6003/name?target_session_attrs=read-write&sslmode=require'),
  ).toEqual({
    urls: [
      'postgres://u:p@h1:6001/name?sslmode=require',
      'postgres://u:p@h2/name?sslmode=require',
      'postgres://u:p@[fd00::2]:6003/name?sslmode=require',
    ],
    location: 'h1:6001,h2,[fd00::2]:6003/name',
    mustWrite: true,
  });
  expect(addressOf('postgres://h1,h2/name').mustWrite).toBe(true);
  expect(addressOf('postgres://h1/name?target_session_attrs=primary')).toMatchObject({
    urls: ['postgres://h1/name'],
    mustWrite: true,
  });
});

test('an invalid URL gives one line with the variable and without the password (F10)', () => {
  const HOSTS = 'an address whose hosts are separated by commas, each with a port from 1 to 65535 or without';
  const wrong: readonly (readonly [string, string])[] = [
    ['mysql://x', 'an address such as postgres://user@host/name'],
    ['postgres://u:p@ss@h/name', 'an address such as postgres://user@host/name'],
    ['postgres://h1,/name', HOSTS],
    ['postgres://h1:0,h2/name', HOSTS],
    ['postgres://h1:70000/name', HOSTS],
    ['postgres:///name?host=h1,h2', 'an address with its hosts before the path, not in "host"'],
    [
      'postgres://h1,h2/name?target_session_attrs=standby',
      'one with target_session_attrs=read-write: the server writes',
    ],
    ['postgres://h1,h2/name?target_session_attrs=master', 'one with target_session_attrs read-write, primary or any'],
  ];
  for (const [DATABASE_URL, wants] of wrong)
    expect(readConfig({ ...DEMO_SERVER, DATABASE_URL })).toEqual({
      ok: false,
      line: `Configuration: DATABASE_URL must be ${wants}.`,
    });
});

test('options with which the client library does not check the certificate, as the library reads them', () => {
  const unchecked = (options: string): boolean => {
    const url = `postgres://db/name?${options}`;
    const { ssl }: { readonly ssl: unknown } = new pg.Client({ connectionString: url });
    const isUnchecked = typeof ssl === 'object' && ssl !== null && 'rejectUnauthorized' in ssl;
    expect([options, checksCertificate(url)]).toEqual([options, !isUnchecked]);
    return isUnchecked;
  };
  expect(['sslmode=no-verify', 'ssl=no-verify', 'uselibpqcompat=true&sslmode=require'].map(unchecked)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['sslmode=verify-full', 'ssl=true', '', 'sslmode=disable'].map(unchecked)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
