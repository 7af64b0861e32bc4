import hmac from 'crypto-js/hmac-sha256';
import type { AnalyticsEvent } from '../contract/analytics.contract.ts';
import { SIGNATURE_FIELD, type SignedFields, signedText } from '../contract/analytics.signature.ts';

export type SenderParts = {
  /** Null until the configuration is loaded, or if the publisher has no logger. */
  readonly loggerUrl: () => string | null;
  readonly key: string;
  /** Server time, epoch ms. */
  readonly now: () => number;
  readonly newNonce: () => string;
  /** Resolves or rejects within a bounded time. */
  readonly post: (url: string, body: string) => Promise<unknown>;
  /** False if the browser refused it. */
  readonly beacon: (url: string, body: string) => boolean;
};

/** The signed query of an event. Synchronous, because a page that is being left cannot wait. */
const signedQuery = (fields: SignedFields, key: string): string => {
  const text = signedText(fields);
  return `${text}&${SIGNATURE_FIELD}=${hmac(text, key).toString()}`;
};

const MAX_QUEUED = 50;

/** Sends events one by one. The queue keeps the newest 50. If the logger is unavailable, events are lost, with no other effect. */
export const createSender = (parts: SenderParts) => {
  const queue: AnalyticsEvent[] = [];
  let busy = false;

  const addressOf = (url: string, { name }: AnalyticsEvent): string => {
    const fields = { event: name, nonce: parts.newNonce(), ts: String(Math.floor(parts.now() / 1_000)) };
    return `${url}${url.includes('?') ? '&' : '?'}${signedQuery(fields, parts.key)}`;
  };

  const sendQueue = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (;;) {
      const url = parts.loggerUrl();
      const event = url === null ? undefined : queue.shift();
      if (url === null || !event) break;
      await parts.post(addressOf(url, event), JSON.stringify(event)).catch(() => {});
    }
    busy = false;
  };

  return {
    send: (event: AnalyticsEvent): void => {
      queue.push(event);
      if (queue.length > MAX_QUEUED) queue.shift();
      void sendQueue();
    },
    /** Tries to send again, because the URL may be known now. */
    wake: (): void => void sendQueue(),
    /** Sends the queue with beacons, because the page is being left. */
    flush: (): void => {
      const url = parts.loggerUrl();
      if (url === null) return;
      for (const event of queue.splice(0)) if (!parts.beacon(addressOf(url, event), JSON.stringify(event))) break;
    },
  };
};
