import type { FailureReason } from '../../machines/kernel/failure.ts';

/** Meanings of the body codes of the publisher's API, inlined by Vite; empty: only those of the specification. */
export const buildCodes: { readonly [code: string]: FailureReason } = PORTAL_CODES;
