import type { FaultRule, TimeSpan } from './lab.types.ts';

export type ActiveFaultRule = { readonly path: string; readonly fault: unknown; readonly remaining: number | null };

export type LabAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: string };

const readAnswer = async <Value>(answer: Response): Promise<LabAnswer<Value>> => {
  const body = (await answer.json().catch(() => null)) as { result?: Value; msg?: string } | null;
  if (answer.ok && body) return { ok: true, value: body.result as Value };
  return { ok: false, why: `${answer.status} ${body?.msg ?? 'is this server a sandbox?'}` };
};

const CLIENT_KEY = 'client-id';

const newClientId = ({ crypto }: Window): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The `client-id` of this browser; made here, as the portal would, when a scenario comes before the portal's first start. */
export const clientIdOf = (page: Window): string => {
  const kept = page.localStorage.getItem(CLIENT_KEY);
  if (kept !== null) return kept;
  const made = newClientId(page);
  page.localStorage.setItem(CLIENT_KEY, made);
  return made;
};

export type LabSandboxParts = {
  /** The one that was there before the lab took it offline. */
  readonly fetch: typeof fetch;
  readonly clientId: () => string;
};

/** The sandbox's routes, for this browser's `client-id` alone. A refusal is an answer, never a rejection. */
export const createLabSandbox = ({ fetch, clientId }: LabSandboxParts) => {
  const ask = async <Value>(path: string, body?: unknown): Promise<LabAnswer<Value>> => {
    try {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      return await readAnswer<Value>(
        await fetch(`/sandbox/${path}`, { ...init, headers: { 'content-type': 'application/json' } }),
      );
    } catch {
      return { ok: false, why: 'no answer' };
    }
  };
  return {
    addFault: ({ path, fault, times }: FaultRule) => ask('faults', { clientId: clientId(), path, fault, times }),
    active: () => ask<readonly ActiveFaultRule[]>(`faults?clientId=${encodeURIComponent(clientId())}`),
    clear: () => ask('faults/clear', { clientId: clientId() }),
    /** What the buttons of the cashier do. */
    act: (orderId: string, action: string) => ask(`orders/${encodeURIComponent(orderId)}/${action}`, {}),
    setStatus: (orderId: string, status: number) => ask(`orders/${encodeURIComponent(orderId)}/status`, { status }),
    letPass: (span: TimeSpan) => ask<{ readonly seconds: number }>('clock', { clientId: clientId(), ...span }),
    newAccount: () => ask<{ readonly account: string; readonly password: string }>('accounts', {}),
    endSession: (userId: string, why: 'expired' | 'kicked') => ask('sessions/end', { userId, why }),
  };
};

export type LabSandbox = ReturnType<typeof createLabSandbox>;
