import type { PlayerPorts } from '../../machines/player/player.ports.ts';
import type { Account } from '../../machines/session/session.types.ts';
import type { AccountStore } from './account-store.ts';
import { asking } from './asking.ts';
import type { OrderReader } from './order-reader.ts';

export type PlayerParts = {
  readonly reader: Pick<OrderReader, 'listUnpaid'>;
  readonly storeOf: (account: Account) => Pick<AccountStore, 'restore'>;
};

export const createPlayerPorts = ({ reader, storeOf }: PlayerParts): PlayerPorts => ({
  restoreWork: async ({ account }) => storeOf(account).restore(),
  listUnpaid: asking((_, signal) => reader.listUnpaid(signal)),
});
