import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPrograms } from '../support/runs/debian-packages.mjs';
import { ALERT_FILES, alertsIn, ENVIRONMENT_ALERTS, SERVER_ALERTS } from '../support/server/runbooks.ts';

/** Series and their values, one each minute, in the notation of promtool: `0+5x60` rises by five, 60 times. */
type Series = Readonly<Record<string, string>>;
/** `changes`: other values of series; undefined removes one. */
type Case = readonly [title: string, changes: Readonly<Record<string, string | undefined>>, firing: readonly string[]];

const MINUTES = 60;

const event = (name: string): string => `portal_events_total{event="${name}"}`;
const responses = (route: string, status: number, code = 0): string =>
  `portal_responses_total{route="${route}",status="${status}",code="${code}"}`;
const bucket = (route: string, le: string): string => `portal_response_seconds_bucket{route="${route}",le="${le}"}`;
const calls = (system: string, outcome: string): string =>
  `portal_calls_total{system="${system}",outcome="${outcome}"}`;
const rises = (by: number): string => `0+${by}x${MINUTES}`;
const stays = (value: number): string => `${value}x${MINUTES}`;

/** A server on which players buy: no alert. */
const QUIET: Series = {
  'up{job="portal",instance="a"}': stays(1),
  'portal_database_up{instance="a"}': stays(1),
  'portal_database_up{instance="b"}': stays(1),
  [responses('/api/order/record', 200)]: rises(600),
  [responses('/api/order/record', 503, 10_002)]: rises(6),
  [responses('/api/user/login', 200)]: rises(60),
  [responses('/api/user/login', 200, 20_110)]: rises(30),
  [responses('/webhooks', 200)]: rises(8),
  [bucket('/api/order/record', '0.5')]: rises(600),
  [bucket('/api/order/record', '2.5')]: rises(606),
  [bucket('/api/order/record', '+Inf')]: rises(606),
  [event('orders_created')]: rises(10),
  [event('orders_paid')]: rises(9),
  [event('points_paid')]: rises(5),
  [event('notifications_forged')]: stays(3),
  [calls('acme', 'ok')]: rises(60),
  [calls('acme', 'failed')]: rises(6),
  [calls('game server', 'failed')]: rises(60),
  portal_orders_paid_oldest_seconds: stays(20),
  portal_refunds_oldest_open_seconds: stays(3_600),
  'portal_jobs_oldest_due_seconds{kind="deliver"}': stays(2),
  'portal_jobs_oldest_due_seconds{kind="sandbox-notify"}': stays(900),
  portal_orders_unchecked_oldest_seconds: stays(5),
  'portal_reconciliation_open_findings{instance="a",checked="order"}': stays(0),
  portal_reconciliation_age_seconds: stays(86_400),
};

const SERVER_CASES: readonly Case[] = [
  ['players buy', {}, []],
  ['a process does not respond', { 'up{job="portal",instance="b"}': stays(0) }, ['ServerDown']],
  [
    'one of two processes cannot read the database',
    { 'portal_database_up{instance="b"}': stays(0) },
    ['DatabaseUnavailable'],
  ],
  ['one call in ten fails', { [responses('/api/order/record', 503, 10_002)]: rises(80) }, ['ApiErrors']],
  ['health checks fail', { [responses('/', 503)]: rises(600) }, []],
  ['one call in ten takes two seconds', { [bucket('/api/order/record', '0.5')]: rises(540) }, ['SlowResponses']],
  [
    'logins take two seconds, nothing else',
    { [bucket('/api/user/login', '0.5')]: stays(0), [bucket('/api/user/login', '+Inf')]: rises(600) },
    [],
  ],
  ['no order is paid with money, but some with E Points', { [event('orders_paid')]: rises(5) }, ['PaymentsStopped']],
  ['players pay with E Points only', { [event('orders_created')]: rises(5), [event('orders_paid')]: rises(5) }, []],
  ['no notification arrives', { [responses('/webhooks', 200)]: stays(40) }, ['NotificationsMissing']],
  ['no notification has ever arrived', { [responses('/webhooks', 200)]: undefined }, ['NotificationsMissing']],
  [
    'every notification is refused',
    {
      [responses('/webhooks', 200)]: undefined,
      [responses('/webhooks', 401)]: rises(8),
      [event('notifications_forged')]: rises(8),
    },
    ['NotificationsForged', 'NotificationsMissing'],
  ],
  [
    'no notification arrives while players pay with E Points only',
    { [responses('/webhooks', 200)]: undefined, [event('orders_paid')]: rises(5), [event('orders_created')]: rises(5) },
    [],
  ],
  ['half of the calls to a provider fail', { [calls('acme', 'failed')]: rises(60) }, ['PaymentProviderFailing']],
  ['a paid order waits', { portal_orders_paid_oldest_seconds: stays(700) }, ['DeliveriesStuck']],
  ['a refund has failed for two days', { portal_refunds_oldest_open_seconds: stays(172_800) }, ['RefundsStuck']],
  ['a job is due', { 'portal_jobs_oldest_due_seconds{kind="refund"}': stays(200) }, ['JobsStuck']],
  ['no process checks unpaid orders', { portal_orders_unchecked_oldest_seconds: stays(200) }, ['ExpiryStuck']],
  [
    'a finding is open',
    { 'portal_reconciliation_open_findings{instance="a",checked="payment"}': stays(1) },
    ['Reconciliation'],
  ],
  ['no cycle has ended for three days', { portal_reconciliation_age_seconds: stays(259_200) }, ['Reconciliation']],
  ['most logins are refused', { [responses('/api/user/login', 200, 20_110)]: rises(300) }, ['LoginsRefused']],
];

const slot = (name: string, job = 'portal-database'): string =>
  `pg_replication_slots_active{job="${job}",instance="db1",slot_name="${name}",database=""}`;
const STANDBYS = 'pg_synchronous_standbys{job="portal-database",instance="db1"}';
const probe = (metric: string, job = 'portal-page'): string =>
  `probe_${metric}{job="${job}",instance="https://portal.example/"}`;
const EXPIRY = probe('ssl_earliest_cert_expiry');
/** promtool starts at the time 0. */
const expires = (days: number): string => stays(MINUTES * 60 + days * 86_400);

/** A primary with a synchronous standby, and a page with a new certificate: no alert. */
const QUIET_ENVIRONMENT: Series = {
  [slot('standby1')]: stays(1),
  [slot('elsewhere', 'other')]: stays(0),
  [STANDBYS]: stays(1),
  [probe('success')]: stays(1),
  [probe('success', 'other')]: stays(0),
  [EXPIRY]: expires(15),
  [probe('ssl_earliest_cert_expiry', 'other')]: expires(1),
};

const ENVIRONMENT_CASES: readonly Case[] = [
  ['two copies are written, and the page opens', {}, []],
  [
    'the standby is gone',
    { [slot('standby1')]: stays(0), [STANDBYS]: stays(0) },
    ['NoSynchronousStandby', 'StandbyGone'],
  ],
  ['one of two standbys is gone', { [slot('standby2')]: stays(0) }, ['StandbyGone']],
  ['the standby follows, but synchronous_standby_names is empty', { [STANDBYS]: stays(0) }, ['NoSynchronousStandby']],
  [
    'the slot of the lost standby is dropped',
    { [slot('standby1')]: undefined, [STANDBYS]: stays(0) },
    ['NoSynchronousStandby'],
  ],
  ['the standbys are not counted', { [STANDBYS]: undefined }, ['NoSynchronousStandby']],
  ['the certificate expires in 13 days', { [EXPIRY]: expires(13) }, ['CertificateExpires']],
  [
    'the certificate has expired: blackbox_exporter no longer exports its date',
    { [EXPIRY]: undefined, [probe('success')]: stays(0) },
    ['PageUnreachable'],
  ],
  ['nothing opens the page from outside', { [EXPIRY]: undefined, [probe('success')]: undefined }, ['PageUnreachable']],
];

const CASES = { [SERVER_ALERTS]: SERVER_CASES, [ENVIRONMENT_ALERTS]: ENVIRONMENT_CASES };
const USUAL = { [SERVER_ALERTS]: QUIET, [ENVIRONMENT_ALERTS]: QUIET_ENVIRONMENT };

test.each(ALERT_FILES)('each alert of %s has a case', (file) => {
  expect(new Set(CASES[file].flatMap(([, , firing]) => firing))).toEqual(new Set(alertsIn(file)));
});

const { promtool } = findPrograms();
const missing = promtool === null ? "Debian's package prometheus is not installed" : null;

describe.skipIf(missing)(`the alerts in Prometheus${missing ? ` (skipped: ${missing})` : ''}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-alerts-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const check = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(promtool ?? '', args, { encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  };

  test('each query of the dashboard is PromQL', () => {
    const queries = readFileSync('docs/grafana/portal.json', 'utf8').matchAll(/"expr": (".*")/g);
    const rules = [...queries].map(([, text = '""'], at) => ({
      record: `query_${at}`,
      expr: JSON.parse(text).replaceAll('$__rate_interval', '1m'),
    }));
    expect(rules.length).toBeGreaterThan(20);
    const file = join(folder, 'dashboard.yml');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(check('check', 'rules', file)).toBe('');
  });

  test.each(ALERT_FILES)('%s raises the alerts of each case and no other', (rules) => {
    const tests = CASES[rules].map(([name, changes, firing]) => {
      const exp_samples = firing.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 }));
      return {
        name,
        interval: '1m',
        input_series: Object.entries({ ...USUAL[rules], ...changes }).flatMap(([series, values]) =>
          values === undefined ? [] : { series, values },
        ),
        promql_expr_test: ['ALERTS', 'ALERTS{alertstate="firing"}'].map((alerts) => ({
          expr: `count by (alertname) (${alerts})`,
          eval_time: `${MINUTES}m`,
          exp_samples,
        })),
      };
    });
    const file = join(folder, 'cases.yml');
    writeFileSync(file, JSON.stringify({ rule_files: [resolve(rules)], evaluation_interval: '1m', tests }));
    expect(check('test', 'rules', file)).toBe('');
  });
});
