import type { Call } from './messages.ts';

/** Lowest ratio of calls per second to the floor of the same run, with one process and with two. */
export const MIN_RATE_RATIO: Readonly<Record<Call, number>> = { poll: 0.6, create: 0.5 };

/** Highest ratio of CPU per call, server and database together, to the floor. It depends less on other load on the machine. */
export const MAX_CPU_RATIO: Readonly<Record<Call, number>> = { poll: 1.67, create: 2 };

/** Statements per call. The session check is part of them; workers and the clock add a few per second. */
export const MAX_STATEMENTS: Readonly<Record<Call, number>> = { poll: 1, create: 3 };

/** Calls per second that the server handles wherever the floor does. */
export const MIN_CALLS_PER_SECOND: Readonly<Record<Call, number>> = { poll: 3_000, create: 300 };
