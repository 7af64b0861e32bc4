/** Messages between the processes of the benchmark. */

export type Call = 'poll' | 'create';

/** CPU in ms since the start of the process, memory in bytes, statements sent to PostgreSQL since the start. */
export type Usage = {
  readonly userMs: number;
  readonly systemMs: number;
  readonly rssBytes: number;
  readonly statements: number;
};

/** One player with a session, an order to poll, and a role for new orders. */
export type Player = {
  readonly userId: string;
  readonly token: string;
  readonly orderId: string;
  readonly roleId: string;
};

/** `offset`: the number of selections that earlier loads have used; each creation uses the next one. */
export type LoadRequest = {
  readonly call: Call;
  readonly ports: readonly number[];
  readonly connections: number;
  readonly durationMs: number;
  readonly offset: number;
};

/** `latenciesMs` of successful calls, sorted. `firstFailure`: the start of the first other response. */
export type LoadResult = {
  readonly done: number;
  readonly failed: number;
  readonly firstFailure: string | null;
  readonly elapsedMs: number;
  readonly latenciesMs: readonly number[];
  readonly usage: Usage;
};
