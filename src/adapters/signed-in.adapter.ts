import type { Account } from '../../machines/session/session.types.ts';
import type { SignedInPorts } from '../../machines/signed-in/signed-in.machine.ts';
import type { ApiClient, ApiLogLine } from '../api/api-client.ts';
import { epointPaymentIdsDetail } from '../contract/epoint.contract.ts';
import { orderRecord } from '../contract/order.contract.ts';
import { userSdkTicketGet } from '../contract/user.contract.ts';
import { parsedUrl } from '../platform/link-rules.ts';
import type { PaymentWindows } from '../platform/payment-windows.ts';
import type { AccountStore } from './account-store.ts';
import type { DeferUntilFirstPaint } from './later-calls.ts';
import type { OrderReader } from './order-reader.ts';

export type SignedInPortParts = {
  readonly reader: Pick<OrderReader, 'listUnpaid'>;
  readonly api: ApiClient;
  readonly windows: Pick<PaymentWindows, 'navigate' | 'close'>;
  /** The origin of the portal, for links that are paths. */
  readonly origin: string;
  readonly log: (line: ApiLogLine) => void;
  readonly deferUntilFirstPaint: DeferUntilFirstPaint;
  readonly storeOf: (account: Account) => Pick<AccountStore, 'loadResumeState'>;
};

const TICKET_TIMEOUT_MS = 8_000;

/** Adds the ticket to the query. Returns the URL unchanged if it is invalid, or if others on the network could read it. */
const withTicket = (url: string, ticket: string, origin: string): string => {
  const link = parsedUrl(url, origin);
  if (link === null) return url;
  if (link.protocol !== 'https:' && link.origin !== origin) return url;
  link.searchParams.set('ticket', ticket);
  return link.href;
};

export const createSignedInPorts = (parts: SignedInPortParts): SignedInPorts => {
  const { reader, api, windows, origin, storeOf, log, deferUntilFirstPaint } = parts;
  return {
    openLink: async ({ url, windowRef, gameAccountId: uid }, signal) => {
      signal.addEventListener('abort', () => windows.close(windowRef));
      const readTicket = () =>
        api.call(userSdkTicketGet, { uid }, { signal, timeoutMs: TICKET_TIMEOUT_MS }).then(
          ({ ticket }) => ticket,
          () => null,
        );
      const ticket = uid === '' ? null : await readTicket();
      const target = ticket === null ? url : withTicket(url, ticket, origin);
      if (!signal.aborted) windows.navigate(windowRef, target, `link ${windowRef}`);
      return null;
    },
    logRefusedStatus: ({ orderId, kind, known, received }) => {
      const { id: call, path } = kind === 'epoint' ? epointPaymentIdsDetail : orderRecord;
      const detail = `order ${orderId}: ${received} after ${known}`;
      log({ event: 'status-refused', call, path, detail });
    },
    closeWindow: async ({ windowRef }) => windows.close(windowRef),
    loadResumeState: async ({ account }) => storeOf(account).loadResumeState(),
    loadUnpaidOrders: deferUntilFirstPaint(orderRecord, (_, signal) => reader.listUnpaid(signal)),
  };
};
