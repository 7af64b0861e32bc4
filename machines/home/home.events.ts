import type { HomeEvent } from './home.types.ts';

/** Returns the code to copy, without the spaces around it. */
export const trimRedeemCode = (typed: string): string => typed.trim();

export const openRedeem = (typed: string): HomeEvent => ({
  type: 'redeem.open',
  hasCode: trimRedeemCode(typed) !== '',
});
