import { SERVER_STATUS } from '../../../machines/order/order.status.ts';
import type { Setting } from '../../content/settings.ts';
import type { channels, gameServers } from '../schema.ts';

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
  { channelCode: 'wallet', name: 'Sandbox Wallet', provider: 'sandbox', isOpen: true, priority: 2 },
  { channelCode: 'bank', name: 'Bank transfer', provider: 'sandbox', isOpen: true, priority: 3 },
  { channelCode: 'carrier', name: 'Carrier billing', provider: 'sandbox', isOpen: false, priority: 4 },
];

export const PORTAL: Setting<'portal'> = {
  ...LANTERN_ISLES,
  cgi: 'https://gateway.lantern-isles.example',
  loggerUrl: null,
  customerService: '/sandbox/service',
};

const site = (path: string): string => `https://www.lantern-isles.example/${path}`;

export const HOME: Setting<'home'> = {
  games: [
    {
      gameId: LANTERN_ISLES.gameId,
      name: LANTERN_ISLES.gameName,
      blurb: 'Sail from isle to isle, light the old beacons, and bring the night sky back.',
      art: 'game-1',
      url: site(''),
    },
    {
      gameId: IRON_COMET.gameId,
      name: IRON_COMET.gameName,
      blurb: 'Six pilots, one comet, ninety seconds. Fast ship duels for two to six players.',
      art: 'game-2',
      url: 'https://www.iron-comet.example/',
    },
  ],
  features: [
    {
      key: 'fast',
      title: 'In your bag within seconds',
      text: 'What you buy is delivered to the game as soon as it is paid.',
      art: null,
    },
    {
      key: 'safe',
      title: 'Nothing gets lost',
      text: 'Close the page, lose the network: your order is still there.',
      art: null,
    },
    {
      key: 'bonus',
      title: 'More for the same price',
      text: 'Larger packs bring extra gems and gifts on top.',
      art: null,
    },
  ],
  downloads: [
    { key: 'ios', title: 'App Store', url: site('get/ios') },
    { key: 'android', title: 'Google Play', url: site('get/android') },
    { key: 'pc', title: 'PC', url: site('get/pc') },
  ],
  footer: [
    { key: 'about', title: 'About us', url: site('about') },
    { key: 'contact', title: 'Contact', url: site('contact') },
    { key: 'privacy', title: 'Privacy policy', url: site('privacy') },
    { key: 'agreement', title: 'User agreement', url: site('agreement') },
  ],
  redeemUrl: site('redeem'),
};
