import type { ApiLogLine } from '../api/api-client.ts';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import type { PayUrlFlaw } from '../platform/pay-url.ts';

export type PayUrlCheckParts = {
  /** Null if the portal may open the URL for a payment. */
  readonly flawOfPayUrl: (url: string) => PayUrlFlaw | null;
  readonly log: (line: ApiLogLine) => void;
};

/** Checks whether the portal may open a URL from a response of the endpoint. Logs the first refusal of each order, without the URL. */
export const createPayUrlCheck = ({ flawOfPayUrl, log }: PayUrlCheckParts) => {
  const logged = new Set<string>();
  return ({ id: call, path }: Pick<AnyEndpoint, 'id' | 'path'>, orderId: string) =>
    (url: string): boolean => {
      const flaw = flawOfPayUrl(url);
      if (flaw === null) return true;
      if (!logged.has(orderId)) log({ event: 'pay-url-refused', call, path, detail: `order ${orderId}: ${flaw}` });
      logged.add(orderId);
      return false;
    };
};

export type PayUrlCheck = ReturnType<typeof createPayUrlCheck>;
