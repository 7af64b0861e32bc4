import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import { EPOINT_CHANNEL } from '../../src/contract/epoint.contract.ts';
import { POINTS_PROVIDER } from '../checkout/order-rules.ts';
import type { Setting } from '../content/settings.ts';
import type { channels, gameServers } from '../db/schema.ts';

export const LANTERN_ISLES = { gameId: 'lantern-isles', gameName: 'Lantern Isles' } as const;
export const IRON_COMET = { gameId: 'iron-comet', gameName: 'Iron Comet' } as const;

const { open, maintenance } = SERVER_STATUS;

export const SERVERS: readonly (typeof gameServers.$inferInsert)[] = [
  { ...LANTERN_ISLES, serverId: '101', serverName: 'Dawn Harbor', status: open },
  { ...LANTERN_ISLES, serverId: '102', serverName: 'Jade Reef', status: open },
  { ...LANTERN_ISLES, serverId: '103', serverName: 'Silver Dune', status: open },
  { ...LANTERN_ISLES, serverId: '104', serverName: 'Ember Bay', status: maintenance },
  { ...LANTERN_ISLES, serverId: '105', serverName: 'Quiet Cove', status: open },
  { ...IRON_COMET, serverId: '201', serverName: 'Perihelion', status: open },
  { ...IRON_COMET, serverId: '202', serverName: 'Aphelion', status: open },
];

export const CHANNELS: readonly (typeof channels.$inferInsert)[] = [
  { channelCode: 'card', name: 'Credit or debit card', provider: 'sandbox', isOpen: true, priority: 1 },
  { channelCode: 'wallet', name: 'Digital wallet', provider: 'sandbox', isOpen: true, priority: 2 },
  { channelCode: 'bank', name: 'Bank transfer', provider: 'sandbox', isOpen: true, priority: 3 },
  { channelCode: 'carrier', name: 'Carrier billing', provider: 'sandbox', isOpen: false, priority: 4 },
  { channelCode: EPOINT_CHANNEL, name: 'E Points', provider: POINTS_PROVIDER, isOpen: true, priority: 5 },
];

export const PORTAL: Setting<'portal'> = {
  ...LANTERN_ISLES,
  cgi: 'https://gateway.lantern-isles.example',
  loggerUrl: null,
  customerService: '/sandbox/service',
};
