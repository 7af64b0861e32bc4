import { type SubmitEvent, useState } from 'react';
import { ORDER_STATUS_CODE, ORDER_STATUSES } from '../../../../machines/order/order.status.ts';
import { Button } from '../../../ui/button.tsx';
import { List } from '../../../ui/list.tsx';
import type { ActiveFaultRule, LabFault, LabResult } from '../../portal/lab/lab.sandbox.ts';
import type { Lab } from '../../portal/lab/lab.ts';
import { Check, Choice, Tool } from '../page/controls.view.tsx';
import css from './lab.module.css';

export type PanelProps = {
  readonly lab: Lab;
  /** Reports the result of the action `what`, which can be an error message or null. */
  readonly run: (what: string, result: Outcome | Promise<Outcome>) => void;
};

type Outcome = LabResult<unknown> | string | null;

/** The buttons of the cashier. */
const ACTIONS = {
  pay: 'Pay',
  decline: 'Decline',
  close: 'Close without paying',
  'pay-late': 'Pay late',
  'pay-twice': 'Pay twice',
  never: 'No response of the bank',
} as const;

const STATUSES = ORDER_STATUSES.filter((status) => status !== 'pending');

export const OrderPanel = ({ lab, run }: PanelProps) => {
  const orders = lab.orders();
  const userId = lab.userId();
  return (
    <section>
      <h2>Orders</h2>
      {orders.length === 0 && <p>The portal is not tracking any orders.</p>}
      {orders.map((id) => (
        <fieldset key={id}>
          <legend>{id}</legend>
          <div className={css['buttons']}>
            {Object.entries(ACTIONS).map(([action, label]) => (
              <Tool key={action} label={label} onClick={() => run(`${label}, ${id}`, lab.sandbox.act(id, action))} />
            ))}
          </div>
          <div className={css['buttons']}>
            {STATUSES.map((status) => (
              <Tool
                key={status}
                label={`Set to ${status}`}
                onClick={() => run(`${id} is ${status}`, lab.sandbox.setStatus(id, ORDER_STATUS_CODE[status]))}
              />
            ))}
            <Tool
              label="10 s before the deadline"
              onClick={() => run(`${id} has 10 s left`, lab.letPass({ orderId: id, secondsLeft: 10 }))}
            />
          </div>
        </fieldset>
      ))}
      {userId !== null && (
        <div className={css['buttons']}>
          <Tool
            label="The session expires"
            onClick={() => run('session expired', lab.sandbox.endSession(userId, 'expired'))}
          />
          <Tool
            label="The server signs the account out"
            onClick={() => run('signed out', lab.sandbox.endSession(userId, 'kicked'))}
          />
        </div>
      )}
    </section>
  );
};

const SPANS = [
  [30, '30 s'],
  [300, '5 min'],
  [3_600, '1 h'],
] as const;

/** Advances the time of the server and of the page. */
export const TimePanel = ({ lab, run }: PanelProps) => (
  <section>
    <h2>Time</h2>
    <div className={css['buttons']}>
      {SPANS.map(([seconds, words]) => (
        <Tool key={seconds} label={`${words} pass`} onClick={() => run(`${words} pass`, lab.letPass({ seconds }))} />
      ))}
      {lab.passedMs() > 0 && <Tool variant="quiet" label="Back to the real time" onClick={lab.toRealTime} />}
    </div>
  </section>
);

export const SKEWS: ReadonlyMap<number, string> = new Map([
  [0, 'right'],
  [3_600_000, '1 hour ahead'],
  [-3_600_000, '1 hour behind'],
  [86_400_000, '1 day ahead'],
]);

export const DevicePanel = ({ lab: { device }, run }: PanelProps) => {
  const { popUpsBlocked, offline, clockSkewMs } = device.now();
  const change = (what: string, part: Parameters<typeof device.change>[0]): void => {
    device.change(part);
    run(what, null);
  };
  return (
    <section>
      <h2>Device</h2>
      <div className={css['buttons']}>
        <Check
          label="Pop-ups are blocked"
          isOn={popUpsBlocked}
          onToggle={() => change('pop-ups', { popUpsBlocked: !popUpsBlocked })}
        />
        <Check label="Offline" isOn={offline} onToggle={() => change('network', { offline: !offline })} />
        <Choice
          label="Its clock is"
          value={String(clockSkewMs)}
          options={[...SKEWS].map(([ms, words]) => [String(ms), words])}
          onPick={(ms) => change('clock', { clockSkewMs: Number(ms) })}
        />
      </div>
    </section>
  );
};

/** Temporary accounts for a login in another tab. */
export const AccountPanel = ({ lab: { sandbox }, run }: PanelProps) => {
  const [made, setMade] = useState<readonly { readonly account: string; readonly password: string }[]>([]);
  const make = async (): Promise<void> => {
    const result = await sandbox.newAccount();
    if (result.ok) setMade((before) => [...before, result.value]);
    run('new account', result);
  };
  return (
    <section>
      <h2>Accounts</h2>
      <Tool label="New account" onClick={() => void make()} />
      <List>
        {made.map(({ account, password }) => (
          <li key={account}>
            Account <code>{account}</code>, password <code>{password}</code>
          </li>
        ))}
      </List>
    </section>
  );
};

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
const sortedText = (fault: unknown): string => JSON.stringify(Object.entries(fault ?? {}).sort());

/** The name of the fault in the list of responses; its kind if it is not in the list. */
const faultName = (fault: unknown): string => {
  const named = Object.entries(FAULTS).find(([, known]) => sortedText(known) === sortedText(fault));
  return named?.[0] ?? String((fault as { readonly kind?: string } | null)?.kind ?? 'unknown');
};

export const faultWords = ({ path, fault, remaining }: ActiveFaultRule): string =>
  `${CALLS[path] ?? path}: ${faultName(fault)}, ${remaining === null ? 'until cleared' : `${remaining} left`}`;

export const FaultPanel = ({ lab: { sandbox }, run }: PanelProps) => {
  const [path, setPath] = useState('*');
  const [fault, setFault] = useState<FaultName>('server unavailable');
  const [times, setTimes] = useState('1');
  const addFault = (event: SubmitEvent): void => {
    event.preventDefault();
    const rule = { path, fault: FAULTS[fault], times: times === 'all' ? null : Number(times) };
    run(`${CALLS[path]}: ${fault}`, sandbox.addFault(rule));
  };
  return (
    <section>
      <h2>Responses</h2>
      <form className={css['buttons']} onSubmit={addFault}>
        <Choice label="Call" value={path} options={Object.entries(CALLS)} onPick={setPath} />
        <Choice
          label="Response"
          value={fault}
          options={Object.keys(FAULTS).map((one) => [one])}
          onPick={(picked) => setFault(picked as FaultName)}
        />
        <Choice
          label="Times"
          value={times}
          options={['1', '2', '3', '10', 'all'].map((one) => [one])}
          onPick={setTimes}
        />
        <Button type="submit">Apply fault</Button>
      </form>
    </section>
  );
};
