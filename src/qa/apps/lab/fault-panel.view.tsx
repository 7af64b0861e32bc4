import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { ActiveFaultRule, LabFault } from '../../portal/lab/lab.sandbox.ts';
import css from './lab.module.css';
import { errorMessage, type PanelProps } from './panels.view.tsx';

/** The calls of the API in words, by path. */
const CALLS: Readonly<Record<string, string>> = {
  '*': 'every call',
  '/api/order/webCreate': 'create an order',
  '/api/order/record': 'read orders',
  '/api/order/webProduct': 'items',
  '/api/order/webPayChannel': 'payment methods',
  '/api/user/webRole': 'servers and characters',
  '/api/user/login': 'login',
  '/api/user/uinfo': 'account',
  '/api/setting/init': 'settings',
  '/api/setting/webHomeConf': 'home page',
  '/api/setting/webArticle': 'news',
  '/api/setting/webArticleDetail': 'an article',
  '/api/epoint/balance': 'balance of E Points',
  '/api/epoint/record': 'history of E Points',
  '/api/e-recharge/items': 'E Point packages',
  '/api/payment/order/create/epoint': 'create an order paid with E Points',
  '/api/payment/order/epoint/pay': 'pay with E Points',
};

const FAULTS = {
  'the session has expired': { kind: 'token-invalid' },
  'signed out by the server': { kind: 'forced-logout' },
  forbidden: { kind: 'forbidden' },
  'too many requests': { kind: 'status', status: 429, retryAfter: 3 },
  'server error': { kind: 'status', status: 500 },
  'server unavailable': { kind: 'status', status: 503, retryAfter: 2 },
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

/** The database does not keep the order of the keys. */
const isSameFault = (one: unknown, other: unknown): boolean => {
  const sorted = (fault: unknown): string => JSON.stringify(Object.entries(fault ?? {}).sort());
  return sorted(one) === sorted(other);
};

/** The name of the fault in the list of responses; its kind if it is not in the list. */
const faultName = (fault: unknown): string => {
  const named = Object.entries(FAULTS).find(([, known]) => isSameFault(known, fault));
  if (named) return named[0];
  return typeof fault === 'object' && fault !== null && 'kind' in fault ? String(fault.kind) : 'unknown';
};

export const faultWords = ({ path, fault, remaining }: ActiveFaultRule): string =>
  `${CALLS[path] ?? path}: ${faultName(fault)}, ${remaining === null ? 'until cleared' : `${remaining} left`}`;

export const FaultPanel = ({ lab: { sandbox }, onDone }: PanelProps) => {
  const [path, setPath] = useState('*');
  const [fault, setFault] = useState<FaultName>('server unavailable');
  const [times, setTimes] = useState('1');
  const addFault = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const rule = { path, fault: FAULTS[fault], times: times === 'all' ? null : Number(times) };
    onDone(`${CALLS[path]}: ${fault}`)(errorMessage(await sandbox.addFault(rule)));
  };
  return (
    <section>
      <h2>Responses</h2>
      <form className={css['buttons']} onSubmit={(event) => void addFault(event)}>
        <label className={css['choice']}>
          Call
          <select value={path} onChange={({ target }) => setPath(target.value)}>
            {Object.entries(CALLS).map(([one, words]) => (
              <option key={one} value={one}>
                {words}
              </option>
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
      </form>
    </section>
  );
};
