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
