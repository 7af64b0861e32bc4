import type { BalancePorts } from '../../machines/balance/balance.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import { epointBalance } from '../contract/epoint.contract.ts';
import type { DeferUntilFirstPaint } from './later-calls.ts';

export type BalanceParts = { readonly api: ApiClient; readonly deferUntilFirstPaint: DeferUntilFirstPaint };

export const createBalancePorts = ({ api, deferUntilFirstPaint }: BalanceParts): BalancePorts => ({
  loadBalance: deferUntilFirstPaint(epointBalance, async ({ gameAccountId }, signal) => {
    const { basicNum: basic, presentNum: present } = await api.call(
      epointBalance,
      { userId: gameAccountId },
      { signal },
    );
    return { basic, present, total: basic + present };
  }),
});
