const FIRST_MS = 1_000;
const CAP_MS = 8 * 3_600_000;

/** 1 s, 2 s, 4 s … 8 h. `tries` counts from 1. */
export const backOffMs = (tries: number): number => Math.min(FIRST_MS * 2 ** Math.min(tries - 1, 30), CAP_MS);
