import { useState } from 'react';
import { ORDER_STATUS_CODE, ORDER_STATUSES } from '../../../../machines/order/order.status.ts';
import { Button } from '../../../ui/button.tsx';
import { List } from '../../../ui/list.tsx';
import type { LabResult } from '../../portal/lab/lab.sandbox.ts';
import type { Lab } from '../../portal/lab/lab.ts';
import css from './lab.module.css';

export type PanelProps = {
  readonly lab: Lab;
  /** Accepts the name of an action; returns a function that accepts the error message of the action, or null. */
  readonly onDone: (what: string) => (why: string | null) => void;
};

export const errorMessage = (result: LabResult<unknown>): string | null => (result.ok ? null : result.why);

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

/** Changes the orders that the portal tracks: payments, statuses, deadlines. */
export const OrderPanel = ({ lab, onDone }: PanelProps) => {
  const orders = lab.orders();
  const userId = lab.userId();
  const run = (what: string, call: Promise<LabResult<unknown>>) => void call.then(errorMessage).then(onDone(what));
  return (
    <section>
      <h2>Orders</h2>
      {orders.length === 0 && <p>The portal is not tracking any orders.</p>}
      {orders.map((id) => (
        <fieldset key={id}>
          <legend>{id}</legend>
          <div className={css['buttons']}>
            {Object.entries(ACTIONS).map(([action, label]) => (
              <Button
                key={action}
                variant="secondary"
                onClick={() => run(`${label}, ${id}`, lab.sandbox.act(id, action))}
              >
                {label}
              </Button>
            ))}
          </div>
          <div className={css['buttons']}>
            {STATUSES.map((status) => (
              <Button
                key={status}
                variant="secondary"
                onClick={() => run(`${id} is ${status}`, lab.sandbox.setStatus(id, ORDER_STATUS_CODE[status]))}
              >
                Set to {status}
              </Button>
            ))}
            <Button
              variant="secondary"
              onClick={() => void lab.letPass({ orderId: id, secondsLeft: 10 }).then(onDone(`${id} has 10 s left`))}
            >
              10 s before the deadline
            </Button>
          </div>
        </fieldset>
      ))}
      {userId !== null && (
        <div className={css['buttons']}>
          <Button variant="secondary" onClick={() => run('session expired', lab.sandbox.endSession(userId, 'expired'))}>
            The session expires
          </Button>
          <Button variant="secondary" onClick={() => run('signed out', lab.sandbox.endSession(userId, 'kicked'))}>
            The server signs the account out
          </Button>
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
export const TimePanel = ({ lab, onDone }: PanelProps) => (
  <section>
    <h2>Time</h2>
    <div className={css['buttons']}>
      {SPANS.map(([seconds, words]) => (
        <Button
          key={seconds}
          variant="secondary"
          onClick={() => void lab.letPass({ seconds }).then(onDone(`${words} pass`))}
        >
          {words} pass
        </Button>
      ))}
      {lab.passedMs() > 0 && (
        <Button variant="quiet" onClick={lab.toRealTime}>
          Back to the real time
        </Button>
      )}
    </div>
  </section>
);

export const SKEWS: ReadonlyMap<number, string> = new Map([
  [0, 'right'],
  [3_600_000, '1 hour ahead'],
  [-3_600_000, '1 hour behind'],
  [86_400_000, '1 day ahead'],
]);

export const DevicePanel = ({ lab: { device }, onDone }: PanelProps) => {
  const { popUpsBlocked, offline, clockSkewMs } = device.now();
  const change = (what: string, part: Parameters<typeof device.change>[0]): void => {
    device.change(part);
    onDone(what)(null);
  };
  return (
    <section>
      <h2>Device</h2>
      <div className={css['buttons']}>
        <label className={css['choice']}>
          <input
            type="checkbox"
            checked={popUpsBlocked}
            onChange={() => change('pop-ups', { popUpsBlocked: !popUpsBlocked })}
          />
          Pop-ups are blocked
        </label>
        <label className={css['choice']}>
          <input type="checkbox" checked={offline} onChange={() => change('network', { offline: !offline })} />
          Offline
        </label>
        <label className={css['choice']}>
          Its clock is
          <select value={clockSkewMs} onChange={({ target }) => change('clock', { clockSkewMs: Number(target.value) })}>
            {[...SKEWS].map(([ms, words]) => (
              <option key={ms} value={ms}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
    </section>
  );
};

/** Temporary accounts for a login in another tab. */
export const AccountPanel = ({ lab: { sandbox }, onDone }: PanelProps) => {
  const [made, setMade] = useState<readonly { readonly account: string; readonly password: string }[]>([]);
  const make = async (): Promise<void> => {
    const result = await sandbox.newAccount();
    if (result.ok) setMade((before) => [...before, result.value]);
    onDone('new account')(errorMessage(result));
  };
  return (
    <section>
      <h2>Accounts</h2>
      <Button variant="secondary" onClick={() => void make()}>
        New account
      </Button>
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
