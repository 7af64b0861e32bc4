import { type Port, wirePort } from '../kernel/port.ts';
import { balanceMachine } from './balance.machine.ts';
import type { Balance } from './balance.types.ts';

export type BalancePorts = {
  /** `/api/epoint/balance`. The game account id is sent as `userId`. */
  loadBalance: Port<Balance, { readonly gameAccountId: string }>;
};

export const wireBalance = (ports: BalancePorts): typeof balanceMachine =>
  balanceMachine.provide({ actors: { loadBalance: wirePort(ports.loadBalance) } });
