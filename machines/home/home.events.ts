import type { HomeEvent } from './home.types.ts';

/** What is copied: the code without the spaces around it. */
export const redeemCode = (typed: string): string => typed.trim();

export const openRedeem = (typed: string): HomeEvent => ({ type: 'redeem.open', hasCode: redeemCode(typed) !== '' });
