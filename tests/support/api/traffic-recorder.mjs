import { channel } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/**
 * @typedef {{
 *   readonly method: string,
 *   readonly path: string,
 *   readonly request: string,
 *   readonly status: number,
 *   readonly response: string,
 * }} RecordedCall
 */

/** The environment variable with the folder of the recorded calls. */
export const TRAFFIC = 'TRAFFIC_DIR';
/** The calls of a browser. Those of all callers without an id are in one file. */
export const trafficFile = (/** @type {string} */ folder, /** @type {string} */ clientId) =>
  join(folder, `${encodeURIComponent(clientId)}.jsonl`);

/** @type {Readonly<Record<string, (bytes: Buffer) => Buffer>>} */
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

/**
 * Records the calls of the API at every server of this process, from the time that this module is loaded. A response that the sandbox
 * spoils, and one that does not end, are not recorded. A call is in the file before its response arrives.
 *
 * @param {unknown} message
 */
const onRequest = (message) => {
  const { request, response } =
    /** @type {{ request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse }} */ (
      message
    );
  const folder = process.env[TRAFFIC];
  const { method = '', url = '', headers } = request;
  if (!folder || !url.startsWith('/api/')) return;
  /** @type {Buffer[]} */
  const received = [];
  /** @type {Buffer[]} */
  const sent = [];
  const keep = (/** @type {Buffer[]} */ list, /** @type {unknown} */ chunk) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) list.push(Buffer.from(chunk));
  };
  const { push } = request;
  const { write, end } = response;
  request.push = (chunk, ...rest) => {
    keep(received, chunk);
    return push.call(request, chunk, ...rest);
  };
  response.write = (/** @type {unknown} */ chunk, /** @type {any[]} */ ...rest) => {
    keep(sent, chunk);
    return Reflect.apply(write, response, [chunk, ...rest]);
  };
  response.end = (/** @type {any[]} */ ...rest) => {
    keep(sent, rest[0]);
    const decoded = DECODERS[String(response.getHeader('content-encoding'))] ?? ((bytes) => bytes);
    /** @type {RecordedCall} */
    const call = {
      method,
      path: url.split('?')[0] ?? '',
      request: Buffer.concat(received).toString(),
      status: response.statusCode,
      response: decoded(Buffer.concat(sent)).toString(),
    };
    if (!response.hasHeader('x-sandbox-fault'))
      appendFileSync(trafficFile(folder, String(headers['client-id'] ?? '')), `${JSON.stringify(call)}\n`);
    return Reflect.apply(end, response, rest);
  };
};

channel('http.server.request.start').subscribe(onRequest);
