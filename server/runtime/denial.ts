import type { Code } from './codes.ts';

/** A refused login, code or reset. `waitMs`: when the client may try again; 0 if no rate limit caused it. */
export type Denial = { readonly ok: false; readonly code: Code; readonly waitMs: number };

export const denied = (code: Code, waitMs = 0): Denial => ({ ok: false, code, waitMs });
