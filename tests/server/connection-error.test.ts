import { describe, expect, test, vi } from 'vitest';
import { isConnectionError, isTransientError } from '../../server/db/connection-error.ts';
import { logFailure } from '../../server/db/outage-log.ts';
import { createLog } from '../../server/runtime/log.ts';

const coded = (code: string, message = 'x'): Error => Object.assign(new Error(message), { code });
/** Wraps an error of the client library as drizzle does. */
const wrapped = (cause: Error): Error => new Error('Failed query: select 1', { cause });

describe('errors of the database', () => {
  test.each([
    ...['08000', '08006', '57P01', '57P02', '57P03', '57P05', '53300', '25P03', '25006'].map((code) => coded(code)),
    ...[
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ENOTFOUND',
      'EAI_AGAIN',
    ].map((code) => coded(code)),
    new Error('Connection terminated'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('Client was closed and is not queryable'),
    new Error('Query read timeout'),
    new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
  ])('$message ($code) is a connection error, wrapped or not (F16)', (error) => {
    expect([isConnectionError(error), isConnectionError(wrapped(error))]).toEqual([true, true]);
    expect(isTransientError(wrapped(error))).toBe(true);
  });

  test('a deadlock, a full disk and a statement timeout are transient, but no connection errors (F16)', () => {
    for (const code of ['40P01', '40001', '53100', '53200', '55P03', '57014', '58030']) {
      expect([code, isConnectionError(coded(code)), isTransientError(wrapped(coded(code)))]).toEqual([
        code,
        false,
        true,
      ]);
    }
  });

  test('a defect is not transient (F16)', () => {
    for (const error of [coded('23505'), coded('42P01'), coded('22P02'), new TypeError('x is undefined'), 'text', null])
      expect([isConnectionError(error), isTransientError(error)]).toEqual([false, false]);
  });
});

describe('the log of an outage', () => {
  const newLog = () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => lines.push(line) });
    return { log, lines: () => lines.map((line) => JSON.parse(line)) };
  };

  test('one line with the error, then a count every ten seconds, then the end of the outage (F23)', () => {
    vi.useFakeTimers();
    const { log, lines } = newLog();
    const fail = (times: number): void => {
      for (let at = 0; at < times; at += 1) logFailure(log, wrapped(coded('ECONNREFUSED')), 'a read failed');
    };
    fail(1_000);
    expect(lines()).toMatchObject([
      { level: 50, msg: 'the database is unavailable', err: { sqlstate: 'ECONNREFUSED' } },
    ]);
    vi.advanceTimersByTime(10_000);
    fail(500);
    vi.advanceTimersByTime(10_000);
    expect(lines().slice(1)).toMatchObject([
      { level: 50, failures: 999, msg: 'the database is still unavailable' },
      { level: 50, failures: 500 },
    ]);
    vi.advanceTimersByTime(60_000);
    expect(lines().slice(3)).toMatchObject([
      { level: 30, msg: 'the database is available again: no failed connection for 10 s' },
    ]);
    fail(1);
    expect(lines().slice(4)).toMatchObject([{ level: 50, msg: 'the database is unavailable' }]);
  });

  test('any other error has the message of the place that caught it (F23)', () => {
    const { log, lines } = newLog();
    logFailure(log, coded('23505'), 'a read failed', { orderId: 'order' });
    expect(lines()).toMatchObject([{ level: 50, msg: 'a read failed', orderId: 'order', err: { sqlstate: '23505' } }]);
  });
});
