import type { SimulatedTab } from './simulated-tab.ts';

export const createOrderPages = (tab: SimulatedTab) => {
  const seen = new Set<string>();
  const next = (): string | null =>
    tab.tracked().find(({ ticket }) => !seen.has(ticket.orderId))?.ticket.orderId ?? null;

  return {
    isDone: (): boolean => next() === null,
    act: (): void => {
      const screen = tab.detail();
      if (screen?.name === 'shown' && !screen.refreshing) seen.add(screen.orderId);
      const orderId = next();
      if (orderId === null || screen?.name === 'failed') tab.go('/main/recharge');
      else if (screen?.orderId !== orderId) tab.go(`/main/recharge/detail/${orderId}`);
    },
  };
};
