/** A fault that the sandbox injects into a response (docs/api-sandbox.md). */
export type LabFault =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'stall'; readonly at: 'headers' | 'body' }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: number }
  | { readonly kind: 'code'; readonly code: number; readonly msg?: string }
  | {
      readonly kind:
        | 'token-invalid'
        | 'forced-logout'
        | 'forbidden'
        | 'malformed'
        | 'wrong-schema'
        | 'empty'
        | 'html'
        | 'maintenance'
        | 'missing-role'
        | 'many-servers'
        | 'changed-price'
        | 'raised-price'
        | 'closed-channel'
        | 'out-of-order'
        | 'no-rows'
        | 'foreign-pay-page';
    };

/** `times`: the number of responses it affects; null: all until it is cleared. */
export type FaultRule = { readonly path: string; readonly fault: LabFault; readonly times: number | null };

/** How far to advance the time: by seconds, or to the last seconds before an order's deadline. */
export type TimeSpan = { readonly seconds: number } | { readonly orderId: string; readonly secondsLeft: number };

export type ActiveFaultRule = { readonly path: string; readonly fault: unknown; readonly remaining: number | null };

export type LabResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: string };

/** The portal also lists an order that another browser of the account placed; the server finds only those of this browser. */
const FOREIGN_ORDER = 'This order was placed in another browser; only that one can change its time.';

const CLIENT_KEY = 'client-id';

/** The `client-id` of this browser; created here, as the portal does, for a scenario before the portal's first start. */
export const clientIdOf = (page: Window): string => {
  const stored = page.localStorage.getItem(CLIENT_KEY);
  if (stored !== null) return stored;
  const bytes = page.crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  page.localStorage.setItem(CLIENT_KEY, made);
  return made;
};

type Parts = { readonly fetch: typeof fetch; readonly clientId: () => string };

/** The sandbox's routes, for this browser's `client-id` only. They never reject. `fetch` still works while the lab simulates offline. */
export const createLabSandbox = ({ fetch, clientId }: Parts) => {
  const call = async <Value>(path: string, body?: unknown): Promise<LabResult<Value>> => {
    try {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(`/sandbox/${path}`, { ...init, headers: { 'content-type': 'application/json' } });
      const answer = (await response.json().catch(() => null)) as { result?: Value; msg?: string } | null;
      if (response.ok && answer) return { ok: true, value: answer.result as Value };
      return { ok: false, why: `${response.status} ${answer?.msg ?? 'is this server a sandbox?'}` };
    } catch {
      return { ok: false, why: 'no response' };
    }
  };
  /** A closed page has no storage, so its client-id cannot be read. */
  const asClient = async <Value>(ask: (clientId: string) => Promise<LabResult<Value>>): Promise<LabResult<Value>> => {
    try {
      return await ask(clientId());
    } catch {
      return { ok: false, why: 'the page of the portal is closed' };
    }
  };
  return {
    addFault: ({ path, fault, times }: FaultRule) =>
      asClient((clientId) => call('faults', { clientId, path, fault, times })),
    active: () =>
      asClient((clientId) => call<readonly ActiveFaultRule[]>(`faults?clientId=${encodeURIComponent(clientId)}`)),
    clear: () => asClient((clientId) => call('faults/clear', { clientId })),
    /** Does what a button of the cashier does. */
    act: (orderId: string, action: string) => call(`orders/${encodeURIComponent(orderId)}/${action}`, {}),
    setStatus: (orderId: string, status: number) => call(`orders/${encodeURIComponent(orderId)}/status`, { status }),
    letPass: async (span: TimeSpan): Promise<LabResult<{ readonly seconds: number }>> => {
      const result = await asClient((clientId) => call<{ readonly seconds: number }>('clock', { clientId, ...span }));
      const isForeign = 'orderId' in span && !result.ok && result.why.startsWith('404');
      return isForeign ? { ok: false, why: FOREIGN_ORDER } : result;
    },
    newAccount: () => call<{ readonly account: string; readonly password: string }>('accounts', {}),
    endSession: (userId: string, why: 'expired' | 'kicked') => call('sessions/end', { userId, why }),
  };
};

export type LabSandbox = ReturnType<typeof createLabSandbox>;
