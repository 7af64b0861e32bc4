import type { BalancePorts } from '../../machines/balance/balance.machine.ts';
import type { ApiClient, ApiLogLine } from '../api/api-client.ts';
import { epointBalance, operateCoinBalance } from '../contract/epoint.contract.ts';
import type { ActiveSession } from './active-session.ts';
import type { DeferUntilFirstPaint } from './later-calls.ts';

export type BalanceParts = {
  readonly api: ApiClient;
  readonly deferUntilFirstPaint: DeferUntilFirstPaint;
  readonly session: Pick<ActiveSession, 'account'>;
  readonly log: (line: ApiLogLine) => void;
};

export const createBalancePorts = ({ api, deferUntilFirstPaint }: BalanceParts): BalancePorts => ({
  loadBalance: deferUntilFirstPaint(epointBalance, async ({ gameAccountId: userId }, signal) => {
    const { basicNum: basic, presentNum: present } = await api.call(epointBalance, { userId }, { signal });
    return { basic, present, total: basic + present };
  }),
});

/** The balance of the order flow. If the two endpoints differ, both are called again and the lower amount is used. */
export const createLoadCoinBalance = ({ api, session, log }: BalanceParts) => {
  const balanceOf = async (signal: AbortSignal): Promise<number | null> => {
    const userId = session.account()?.gameAccountId;
    if (!userId) return null;
    try {
      const { basicNum, presentNum } = await api.call(epointBalance, { userId }, { signal });
      return basicNum + presentNum;
    } catch {
      return null;
    }
  };

  const readBoth = async (signal: AbortSignal) => {
    const [{ amount: coin }, balance] = await Promise.all([
      api.call(operateCoinBalance, {}, { signal }),
      balanceOf(signal),
    ]);
    return { coin, balance: balance ?? coin };
  };

  /** Resolves with the balance in E Points. */
  return async (_: unknown, signal: AbortSignal): Promise<number> => {
    const first = await readBoth(signal);
    if (first.coin === first.balance) return first.coin;
    const { coin, balance } = await readBoth(signal);
    if (coin !== balance) {
      const { id: call, path } = operateCoinBalance;
      log({ event: 'balances-differ', call, path, detail: epointBalance.path });
    }
    return Math.min(coin, balance);
  };
};

export type LoadCoinBalance = ReturnType<typeof createLoadCoinBalance>;
