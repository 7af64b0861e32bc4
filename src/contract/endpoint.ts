import type * as v from 'valibot';

/**
 * `standard`: a truthy result, or no code, is success. `strict`: code present and not 0 is refused even with a result
 * (login, order creation).
 */
type Reading = 'standard' | 'strict';

/** One call of the API. `result` parses wire → domain; its input type is what the server must produce. */
export type Endpoint<Request extends v.GenericSchema, Result extends v.GenericSchema> = {
  readonly id: string;
  readonly method: 'POST' | 'GET';
  readonly path: `/api/${string}`;
  readonly reading: Reading;
  /** The body has the total number of rows as `total` next to `result` or in it; the schema gets `{ result, total }`. */
  readonly listed?: true;
  /** Without a token, the response is HTTP 203. */
  readonly needsSession: boolean;
  /** Loads a whole screen: HTTP 403 shows /403 instead of a message. */
  readonly fillsScreen: boolean;
  readonly request: Request;
  readonly result: Result;
};

export const endpoint = <const Request extends v.GenericSchema, const Result extends v.GenericSchema>(
  spec: Endpoint<Request, Result>,
): Endpoint<Request, Result> => spec;

export type AnyEndpoint = Endpoint<v.GenericSchema, v.GenericSchema>;
export type RequestOf<E extends AnyEndpoint> = v.InferInput<E['request']>;
/** What the server sends. */
export type WireResultOf<E extends AnyEndpoint> = v.InferInput<E['result']>;
/** What the client gets. */
export type ResultOf<E extends AnyEndpoint> = v.InferOutput<E['result']>;
