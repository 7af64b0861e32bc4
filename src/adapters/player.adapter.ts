import type { PlayerPorts } from '../../machines/player/player.ports.ts';
import type { Account } from '../../machines/session/session.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { PaymentWindows } from '../platform/payment-windows.ts';
import type { AccountStore } from './account-store.ts';
import { asking } from './asking.ts';
import type { OrderReader } from './order-reader.ts';

export type PlayerParts = {
  readonly reader: Pick<OrderReader, 'listUnpaid'>;
  readonly api: Pick<ApiClient, 'userSdkTicketGet'>;
  readonly windows: Pick<PaymentWindows, 'navigate' | 'close'>;
  /** Of the portal, for links that are paths. */
  readonly origin: string;
  readonly storeOf: (account: Account) => Pick<AccountStore, 'restore'>;
};

const TICKET_TIMEOUT_MS = 8_000;

/** The link with the ticket in its query; as it is where it cannot carry one. */
const withTicket = (url: string, ticket: string, origin: string): string => {
  if (!URL.canParse(url, origin)) return url;
  const link = new URL(url, origin);
  link.searchParams.set('ticket', ticket);
  return link.href;
};

export const createPlayerPorts = ({ reader, api, windows, origin, storeOf }: PlayerParts): PlayerPorts => ({
  openLink: async ({ url, windowRef, gameAccountId: uid }, signal) => {
    signal.addEventListener('abort', () => windows.close(windowRef));
    const target = await api.userSdkTicketGet({ uid }, { signal, timeoutMs: TICKET_TIMEOUT_MS }).then(
      ({ ticket }) => withTicket(url, ticket, origin),
      () => url,
    );
    if (!signal.aborted) windows.navigate(windowRef, target, `link ${windowRef}`);
    return null;
  },
  restoreWork: async ({ account }) => storeOf(account).restore(),
  listUnpaid: asking((_, signal) => reader.listUnpaid(signal)),
});
