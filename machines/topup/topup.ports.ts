import { type AnyActorLogic, createActor } from 'xstate';
import { type Listener, type Port, wireListener, wirePort } from '../kernel/port.ts';
import { type OrderingPorts, wireOrdering } from '../ordering/ordering.ports.ts';
import { topupMachine } from './topup.machine.ts';
import type { PointShop, TopupDraft, TopupErrand } from './topup.types.ts';

/** Every port rejects with a kernel `Failure`. Stored values belong to the active account; the adapter knows which. */
export type TopupPorts = OrderingPorts & {
  /** `/api/e-recharge/items` and `/api/e-recharge/rebate/info`. Rejects only when the packages can't be read. */
  loadShop: Port<PointShop, Record<string, never>>;
  saveTopupDraft: Port<void, { readonly draft: TopupDraft | null }>;
  clearIntent: Port<void, { readonly key: string }>;
};

type ErrandPorts = Pick<TopupPorts, 'saveTopupDraft' | 'clearIntent'>;

/** Each errand runs on its own and none of them can stop the wizard. */
const runErrands =
  (ports: ErrandPorts): Listener<TopupErrand, never, Record<string, never>> =>
  ({ receive }) => {
    const run = (logic: AnyActorLogic, input: unknown): void => {
      const actor = createActor(logic, { input });
      actor.subscribe({ error: () => {} });
      actor.start();
    };
    receive((errand) => {
      if (errand.type === 'draft.save') run(wirePort(ports.saveTopupDraft), { draft: errand.draft });
      else run(wirePort(ports.clearIntent), { key: errand.key });
    });
    return () => {};
  };

export const wireTopup = (ports: TopupPorts): typeof topupMachine =>
  topupMachine.provide({
    actors: {
      loadShop: wirePort(ports.loadShop),
      errands: wireListener(runErrands(ports)),
      ordering: wireOrdering(ports),
    },
  });
