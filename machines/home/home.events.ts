import type { HomeEvent } from './home.types.ts';

/** Returns the code to copy, without the spaces around it. */
export const redeemCode = (typed: string): string => typed.trim();

export const openRedeem = (typed: string): HomeEvent => ({ type: 'redeem.open', hasCode: redeemCode(typed) !== '' });
