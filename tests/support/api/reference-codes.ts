import declared from '../../../server/runtime/codes.json' with { type: 'json' };
import { readCodeTable } from '../../../src/contract/codes.ts';

/** The codes of the reference server, as its portal reads them. */
export const REFERENCE_CODES = readCodeTable(declared);
