import type { BalancePorts } from '../../machines/balance/balance.ports.ts';
import type { ApiClient } from '../api/api-client.ts';
import { rejectWithFailure } from './to-failure.ts';

export const createBalancePorts = (api: Pick<ApiClient, 'epointBalance'>): BalancePorts => ({
  loadBalance: rejectWithFailure(async ({ gameAccountId }, signal) => {
    const { basicNum: basic, presentNum: present } = await api.epointBalance({ userId: gameAccountId }, { signal });
    return { basic, present, total: basic + present };
  }),
});
