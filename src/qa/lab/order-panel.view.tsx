import type { ReactNode } from 'react';
import { ORDER_STATUS_CODE, ORDER_STATUSES } from '../../../machines/order/order.status.ts';
import { Button } from '../../ui/button.tsx';
import css from './lab.module.css';
import type { LabResult } from './lab.sandbox.ts';
import type { Lab } from './lab.ts';

export type PanelProps = {
  readonly lab: Lab;
  /** Accepts the name of an action; returns a function that accepts the error message of the action, or null. */
  readonly onDone: (what: string) => (why: string | null) => void;
};

const ACTIONS = ['pay', 'decline', 'close', 'pay-late', 'pay-twice', 'never'] as const;
const STATUSES = ORDER_STATUSES.filter((status) => status !== 'pending');

export const errorMessage = (result: LabResult<unknown>): string | null => (result.ok ? null : result.why);

/** Changes the orders that the portal tracks: payments, statuses, deadlines. */
export const OrderPanel = ({ lab, onDone }: PanelProps): ReactNode => {
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
            {ACTIONS.map((action) => (
              <Button
                key={action}
                variant="secondary"
                onClick={() => run(`${action} ${id}`, lab.sandbox.act(id, action))}
              >
                {action}
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
                {ORDER_STATUS_CODE[status]} {status}
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
            Session expires (203)
          </Button>
          <Button variant="secondary" onClick={() => run('signed out', lab.sandbox.endSession(userId, 'kicked'))}>
            Signed out by the server (20002)
          </Button>
        </div>
      )}
    </section>
  );
};
