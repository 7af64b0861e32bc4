import { folded } from '../kernel/folded-text.ts';
import { isUnderMaintenance } from './recharge.recipient.ts';
import type { RechargeContext, RechargeEvent } from './recharge.types.ts';
import type { GameServer, ServerFinder, ServerScope } from './servers.machine.ts';

const LONGEST_QUERY = 64;

export const searchServers = (typed: string): RechargeEvent => ({
  type: 'servers.search',
  query: typed.slice(0, LONGEST_QUERY),
});

/** A list with more servers than this has a search field. */
const LONG_LIST = 12;

type Search = Pick<RechargeContext, 'servers' | 'serverId' | 'serverQuery' | 'serverScope'>;

const hasRoles = ({ roles }: GameServer): boolean => roles.length > 0;

/** Sorts the player's servers first, and open servers before servers under maintenance. */
const rankOf = (server: GameServer): number => (hasRoles(server) ? 0 : 2) + (isUnderMaintenance(server) ? 1 : 0);

const lowerCase = (text: string): string => text.normalize('NFC').toLowerCase().trim();

/** `names`: of the server and its roles, folded for the comparison with a query; `exact`: as they are written. */
const indexed = (server: GameServer) => {
  const names = [server.serverName, ...server.roles.map(({ roleName }) => roleName)];
  return {
    server,
    id: folded(server.serverId),
    names: names.map(folded).join('\n'),
    exact: names.map(lowerCase).join('\n'),
  };
};

type IndexedServer = ReturnType<typeof indexed>;
type ServerIndex = { readonly ordered: readonly IndexedServer[]; readonly own: number };

/** `own`: the number of servers with a role of the player, which come first. */
const buildIndex = (servers: readonly GameServer[]): ServerIndex => ({
  ordered: servers.toSorted((one, other) => rankOf(one) - rankOf(other)).map(indexed),
  own: servers.filter(hasRoles).length,
});

const INDEXES = new WeakMap<readonly GameServer[], ServerIndex>();

/** Sorts and folds a list once, so that a keystroke only compares strings. */
const cachedIndexOf = (servers: readonly GameServer[]): ServerIndex => {
  const index = INDEXES.get(servers) ?? buildIndex(servers);
  INDEXES.set(servers, index);
  return index;
};

export const isLongList = (servers: readonly GameServer[]): boolean => servers.length > LONG_LIST;

/** Null for a list that is too short to need a search. */
export const serverFinder = ({ servers, serverQuery, serverScope }: Search): ServerFinder | null => {
  if (!isLongList(servers)) return null;
  const { own } = cachedIndexOf(servers);
  const hasScopes = own > 0 && own < servers.length && folded(serverQuery) === '';
  const scope = hasScopes ? serverScope : null;
  return { query: serverQuery, scope, total: servers.length };
};

const rowsOf = (index: ServerIndex, { serverId, serverQuery }: Search, scope: ServerScope | null) => {
  const { ordered, own } = index;
  const query = folded(serverQuery);
  if (query !== '') {
    const found = ordered.filter(({ id, names }) => id === query || names.includes(query));
    const written = lowerCase(serverQuery);
    const isExact = ({ id, exact }: IndexedServer) => id === query || exact.includes(written);
    return [...found.filter(isExact), ...found.filter((server) => !isExact(server))];
  }
  if (scope !== 'own') return ordered;
  return ordered.filter(({ server }, at) => at < own || server.serverId === serverId);
};

/** The servers to draw, in order. A search covers every server, exact names first; without one, the chosen server is always listed. */
export const shownServers = (search: Search): readonly GameServer[] => {
  const finder = serverFinder(search);
  const index = cachedIndexOf(search.servers);
  const rows = finder ? rowsOf(index, search, finder.scope) : index.ordered;
  return rows.map(({ server }) => server);
};
