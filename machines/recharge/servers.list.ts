import { isUnderMaintenance } from './recharge.recipient.ts';
import type { GameServer, ServerFinder, ServerScope } from './servers.types.ts';

/** A list with more servers than this has a search field. */
const LONG_LIST = 12;

type Search = {
  readonly servers: readonly GameServer[];
  readonly serverId: string | null;
  readonly serverQuery: string;
  readonly serverScope: ServerScope;
};

const hasRoles = ({ roles }: GameServer): boolean => roles.length > 0;

/** The player's servers first, and those that are open before those under maintenance. */
const rankOf = (server: GameServer): number => (hasRoles(server) ? 0 : 2) + (isUnderMaintenance(server) ? 1 : 0);

/** Ignores case, width and diacritics. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();

const matches = ({ serverName, serverId, roles }: GameServer, query: string): boolean =>
  serverId === query ||
  [serverName, ...roles.map(({ roleName }) => roleName)].some((name) => plain(name).includes(query));

export const isLongList = (servers: readonly GameServer[]): boolean => servers.length > LONG_LIST;

/** Null for a list that is short enough to read. */
export const serverFinder = ({ servers, serverQuery, serverScope }: Search): ServerFinder | null => {
  if (!isLongList(servers)) return null;
  const own = servers.filter(hasRoles).length;
  const hasScopes = own > 0 && own < servers.length && plain(serverQuery) === '';
  const scope = hasScopes ? serverScope : null;
  return { query: serverQuery, scope, total: servers.length };
};

/** The servers to draw, in order. A search looks at every server. The chosen server is always listed. */
export const shownServers = (search: Search): readonly GameServer[] => {
  const { servers, serverId, serverQuery } = search;
  const ordered = servers.toSorted((one, other) => rankOf(one) - rankOf(other));
  const finder = serverFinder(search);
  const query = plain(serverQuery);
  if (!finder) return ordered;
  if (query !== '') return ordered.filter((server) => matches(server, query));
  if (finder.scope !== 'own') return ordered;
  return ordered.filter((server) => hasRoles(server) || server.serverId === serverId);
};
