import type * as v from 'valibot';

type Call<Request extends v.GenericSchema, Result extends v.GenericSchema, Path extends `/api/${string}`> = {
  readonly id: string;
  readonly path: Path;
  /** A code that is not 0 is refused even with a result (login, order creation). Otherwise a truthy result, or no code, is success. */
  readonly strict?: true;
  /** The body has the total number of rows as `total` next to `result` or in it; the schema gets `{ result, total }`. */
  readonly listed?: true;
  /** Without a token, the response is HTTP 203. */
  readonly needsSession: boolean;
  readonly request: Request;
  readonly result: Result;
};

type Method = 'POST' | 'GET';

/** A call of the API. `result` parses wire → domain; its input type is what the server must produce. `method`: POST by default. */
export const endpoint = <
  const Request extends v.GenericSchema,
  const Result extends v.GenericSchema,
  const Path extends `/api/${string}`,
  const Used extends Method = 'POST',
>(
  call: Call<Request, Result, Path> & { readonly method?: Used },
) => ({ method: 'POST' as Used, ...call });

export type AnyEndpoint = Call<v.GenericSchema, v.GenericSchema, `/api/${string}`> & { readonly method: Method };
export type RequestOf<E extends AnyEndpoint> = v.InferInput<E['request']>;
export type WireResultOf<E extends AnyEndpoint> = v.InferInput<E['result']>;
export type ResultOf<E extends AnyEndpoint> = v.InferOutput<E['result']>;

/** Ids that a request may contain. All but `itemId` belong to a player. */
export type NamedIds = {
  readonly serverId: string;
  readonly roleId: string;
  readonly gameAccountId: string;
  readonly itemId: string;
  readonly orderId: string;
  /** An order that is paid with E Points. */
  readonly pointsOrderId: string;
};

/** A call for a reader of the API, with an example of every field of the response. No page contains it. */
export type Sample<E extends AnyEndpoint> = {
  /** What the call does, in sentences for `openapi.json`. */
  readonly about: string;
  /** What a player sees if the call fails. */
  readonly player: string;
  /** Paths of the fields that the specification shows; every other field is ours. */
  readonly specified?: readonly string[];
  readonly result: WireResultOf<E>;
  /** Paths without which the response (or, below a list, the row) is refused. Every other path may be absent or null. */
  readonly required?: readonly string[];
} & (
  | { readonly names: 'nothing'; readonly request: RequestOf<E> }
  /** Whose ids the request contains. An id of another player gets the same response as an id that does not exist. */
  | { readonly names: 'player' | 'order'; readonly request: (ids: NamedIds) => RequestOf<E> }
);
