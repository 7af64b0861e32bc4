import type { AppRequest } from '../runtime/context.ts';

type Headers = readonly (readonly [name: string, value: string])[];

const addMissing = (response: Response, headers: Headers): void => {
  for (const [name, value] of headers) if (!response.headers.has(name)) response.headers.set(name, value);
};

/**
 * Adds headers to a response, unless the response sets them itself. They are stored in Node's response before the request is handled,
 * because adding them to a `Response` afterwards copies all of its headers. A request without a connection (`app.request`) gets them
 * afterwards.
 */
export const withPresetHeaders = async (c: AppRequest, headers: Headers, next: () => Promise<void>): Promise<void> => {
  const outgoing = c.env?.outgoing;
  if (outgoing) for (const [name, value] of headers) outgoing.setHeader(name, value);
  await next();
  if (!outgoing) addMissing(c.res, headers);
};
