import type { SnapshotFrom } from 'xstate';
import { choicesToRepeat } from '../order/order.purchase.ts';
import { isInPhase } from '../order/order.status.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { homeMachine } from './home.machine.ts';
import type { HomeEvent } from './home.types.ts';

/** Returns the code to copy, without the spaces around it. */
export const trimRedeemCode = (typed: string): string => typed.trim();

export const openRedeem = (typed: string): HomeEvent => ({
  type: 'redeem.open',
  hasCode: trimRedeemCode(typed) !== '',
});

type HomeSnapshot = SnapshotFrom<typeof homeMachine>;

/** `missing`: no code was typed. `refused`: the clipboard refused it. */
export type RedeemScreen = HomeSnapshot['value']['redeem'];

export const selectRedeemScreen = ({ value }: HomeSnapshot): RedeemScreen => value.redeem;

/** `loading`: the place of the last order is reserved. */
export type HomeOrders = {
  readonly loading: boolean;
  /** Paid and not delivered. */
  readonly running: readonly OrderRecord[];
  /** The last delivered order that can be placed again. */
  readonly last: OrderRecord | null;
};

const isRunning = ({ status, isStatusUnknown }: OrderRecord): boolean =>
  isInPhase(status, 'delivering') && !isStatusUnknown;

const isRepeatable = (record: OrderRecord): boolean =>
  isInPhase(record.status, 'delivered') && choicesToRepeat(null, record) !== null;

export const selectHomeOrders = ({ value, context: { orders } }: HomeSnapshot): HomeOrders => ({
  loading: value.orders === 'loading',
  running: orders.filter(isRunning),
  last: orders.find(isRepeatable) ?? null,
});

export const selectGame = <Game extends { readonly gameId: string }>(
  snapshot: HomeSnapshot | undefined,
  games: readonly Game[],
): Game | null => games.find(({ gameId }) => gameId === snapshot?.context.gameId) ?? games[0] ?? null;

type Game = { readonly gameId: string };

/** Only the configured game can be topped up; if none is configured, only the portal's single game. */
export const canTopUp = (game: Game, games: readonly Game[], topUpGameId: string | null): boolean =>
  topUpGameId === null ? games.length === 1 : game.gameId === topUpGameId;
