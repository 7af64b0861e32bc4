import type { AnalyticsEvent } from '../contract/analytics.contract.ts';
import { signedQuery } from './signature.ts';

export type SenderParts = {
  /** Null until the configuration has come, or when the publisher has no logger. */
  readonly loggerUrl: () => string | null;
  readonly key: string;
  /** Server time, epoch ms. */
  readonly now: () => number;
  readonly newNonce: () => string;
  /** Resolves or rejects when the logger is done with it; nobody waits for long. */
  readonly post: (url: string, body: string) => Promise<unknown>;
  /** False: it was not taken. */
  readonly beacon: (url: string, body: string) => boolean;
};

export type Sender = {
  readonly send: (event: AnalyticsEvent) => void;
  /** The address may be known by now. */
  readonly wake: () => void;
  /** The page is being left: what waits goes with the browser. */
  readonly flush: () => void;
};

const MOST_WAITING = 50;

/** One event after the other, never more than 50 waiting: the oldest give way. A logger that is away loses events and harms nothing. */
export const createSender = (parts: SenderParts): Sender => {
  const waiting: AnalyticsEvent[] = [];
  let busy = false;

  const addressOf = (url: string, { name }: AnalyticsEvent): string => {
    const fields = { event: name, nonce: parts.newNonce(), ts: String(Math.floor(parts.now() / 1_000)) };
    return `${url}${url.includes('?') ? '&' : '?'}${signedQuery(fields, parts.key)}`;
  };

  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    for (;;) {
      const url = parts.loggerUrl();
      const event = url === null ? undefined : waiting.shift();
      if (url === null || !event) break;
      await parts.post(addressOf(url, event), JSON.stringify(event)).catch(() => {});
    }
    busy = false;
  };

  return {
    send: (event) => {
      waiting.push(event);
      if (waiting.length > MOST_WAITING) waiting.shift();
      void work();
    },
    wake: () => void work(),
    flush: () => {
      const url = parts.loggerUrl();
      if (url === null) return;
      for (const event of waiting.splice(0)) if (!parts.beacon(addressOf(url, event), JSON.stringify(event))) break;
    },
  };
};
