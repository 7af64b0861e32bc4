import type { RechargeEvent } from './recharge.types.ts';

const LONGEST_QUERY = 64;

/** The text that the player typed to find a server. */
export const searchServers = (typed: string): RechargeEvent => ({
  type: 'servers.search',
  query: typed.slice(0, LONGEST_QUERY),
});
