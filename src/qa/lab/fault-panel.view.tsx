import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { List } from '../../ui/list.tsx';
import css from './lab.module.css';
import type { ActiveFaultRule } from './lab.sandbox.ts';
import type { LabFault } from './lab.types.ts';
import { errorMessage, type PanelProps } from './order-panel.view.tsx';

const PATHS = [
  '*',
  '/api/order/webCreate',
  '/api/order/record',
  '/api/order/webProduct',
  '/api/order/webPayChannel',
  '/api/user/webRole',
  '/api/user/login',
  '/api/user/uinfo',
  '/api/setting/init',
  '/api/setting/webHomeConf',
  '/api/setting/webArticle',
  '/api/setting/webArticleDetail',
  '/api/epoint/balance',
  '/api/epoint/record',
  '/api/e-recharge/items',
  '/api/payment/order/create/epoint',
  '/api/payment/order/epoint/pay',
] as const;

const FAULTS = {
  '203 token invalid': { kind: 'token-invalid' },
  '20002 signed out': { kind: 'forced-logout' },
  '403 forbidden': { kind: 'forbidden' },
  '429 too many': { kind: 'status', status: 429, retryAfter: 3 },
  '500 server error': { kind: 'status', status: 500 },
  '503 unavailable': { kind: 'status', status: 503, retryAfter: 2 },
  '7 s late': { kind: 'latency', ms: 7_000 },
  'no response': { kind: 'stall', at: 'headers' },
  'stalls mid-response': { kind: 'stall', at: 'body' },
  'connection cut': { kind: 'cut', at: 20 },
  'truncated JSON': { kind: 'malformed' },
  'wrong schema': { kind: 'wrong-schema' },
  'empty body': { kind: 'empty' },
  'HTML response': { kind: 'html' },
  maintenance: { kind: 'maintenance' },
  'no character': { kind: 'missing-role' },
  '60 servers': { kind: 'many-servers' },
  'price refused': { kind: 'changed-price' },
  '1 dollar more': { kind: 'raised-price' },
  'method closed': { kind: 'closed-channel' },
  'stale responses': { kind: 'out-of-order' },
  'empty list': { kind: 'no-rows' },
  'foreign pay page': { kind: 'foreign-pay-page' },
} as const satisfies Readonly<Record<string, LabFault>>;

type FaultName = keyof typeof FAULTS;

const REFRESH_MS = 1_000;

/** The database does not keep the order of the keys. */
const isSameFault = (one: unknown, other: unknown): boolean => {
  const sorted = (fault: unknown): string => JSON.stringify(Object.entries(fault ?? {}).sort());
  return sorted(one) === sorted(other);
};

/** The name of the fault in the list of responses; its kind if it is not in the list. */
const faultWords = (fault: unknown): string => {
  const named = Object.entries(FAULTS).find(([, known]) => isSameFault(known, fault));
  if (named) return named[0];
  return typeof fault === 'object' && fault !== null && 'kind' in fault ? String(fault.kind) : 'unknown';
};

export const FaultPanel = ({ lab: { sandbox }, onDone }: PanelProps): ReactNode => {
  const [active, setActive] = useState<readonly ActiveFaultRule[]>([]);
  const [path, setPath] = useState<string>(PATHS[0]);
  const [fault, setFault] = useState<FaultName>('503 unavailable');
  const [times, setTimes] = useState('1');

  const refresh = async (): Promise<void> => {
    const result = await sandbox.active();
    if (result.ok) setActive(result.value.filter(({ remaining }) => remaining !== 0));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sandbox never changes while the page is open
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [sandbox]);

  const addFault = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const result = await sandbox.addFault({
      path,
      fault: FAULTS[fault],
      times: times === 'all' ? null : Number(times),
    });
    onDone(`${fault} on ${path}`)(errorMessage(result));
    await refresh();
  };
  const clear = async (): Promise<void> => {
    onDone('all faults cleared')(errorMessage(await sandbox.clear()));
    await refresh();
  };
  return (
    <section>
      <h2>Responses</h2>
      <form className={css['buttons']} onSubmit={(event) => void addFault(event)}>
        <label className={css['choice']}>
          Call
          <select value={path} onChange={({ target }) => setPath(target.value)}>
            {PATHS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label className={css['choice']}>
          Response
          <select value={fault} onChange={({ target }) => setFault(target.value as FaultName)}>
            {Object.keys(FAULTS).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label className={css['choice']}>
          Times
          <select value={times} onChange={({ target }) => setTimes(target.value)}>
            {['1', '2', '3', '10', 'all'].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <Button type="submit">Apply fault</Button>
        <Button variant="quiet" disabled={active.length === 0} onClick={() => void clear()}>
          Clear all
        </Button>
      </form>
      <List className={css['active']}>
        {active.map((one) => (
          <li key={one.path}>
            <code>{one.path}</code> {faultWords(one.fault)},{' '}
            {one.remaining === null ? 'until cleared' : `${one.remaining} left`}
          </li>
        ))}
      </List>
    </section>
  );
};
