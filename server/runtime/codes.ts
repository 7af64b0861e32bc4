import { SPECIFIED_CODE } from '../../src/contract/codes.ts';
import declared from './codes.json' with { type: 'json' };

/** The body codes of this server by their meaning. `codes.json` declares them to the portal, as a publisher's file does. */
export const CODE = {
  ...declared,
  ...SPECIFIED_CODE,
  /** Only the sandbox sends it. */
  transitionRefused: 30021,
};

export type Code = number;

/** A refused login, code or reset. `waitMs`: when the client may try again; 0 if no rate limit caused it. */
export type Denial = { readonly ok: false; readonly code: Code; readonly waitMs: number };

export const denied = (code: Code, waitMs = 0): Denial => ({ ok: false, code, waitMs });
