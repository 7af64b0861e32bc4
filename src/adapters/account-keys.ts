import type { SafeStorage } from '../platform/safe-storage.ts';

type Keys = Pick<SafeStorage, 'keys'>;

/** A key of any account: `portal:<game>:<user>:<name>`. */
const ACCOUNT_KEY = /^portal:[^:]*:[^:]+:/;
const ORDER_KEY = /^portal:[^:]*:[^:]+:(?:order|intent):/;
const DRAFT_KEY = /^portal:[^:]*:[^:]+:draft$/;

const keysLike = (store: Keys, pattern: RegExp): readonly string[] =>
  store.keys('portal:').filter((name) => pattern.test(name));

export const accountKeys = (store: Keys): readonly string[] => keysLike(store, ACCOUNT_KEY);

/** Whether this browser stores, for any account, an order that is not final or an intent whose order may exist. */
export const hasStoredOrders = (store: Keys): boolean => keysLike(store, ORDER_KEY).length > 0;

/** Whether this browser stores, for any account, choices with which the top-up page opens at a later step. */
export const hasStoredDraft = (store: Keys): boolean => keysLike(store, DRAFT_KEY).length > 0;
