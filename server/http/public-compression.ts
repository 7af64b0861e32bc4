import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../runtime/context.ts';

/** The first of these encodings that the header `accept-encoding` allows. */
export const acceptedEncoding = <Name extends string>(
  header: string | undefined,
  names: readonly Name[],
): Name | undefined => {
  const parts = (header ?? '').toLowerCase().split(',');
  const accepted = parts.filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part)).map((part) => part.split(';')[0]?.trim());
  return names.find((name) => accepted.includes(name));
};

/** Smaller responses fit into one packet anyway. */
const MIN_BYTES = 1_024;
/** Quick enough for every request; 11 is for files that are compressed once. */
const QUALITY = 5;

const ENCODERS = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} as const;

/**
 * Compresses JSON that is the same for every caller: it has the texts of every language (decision 3). Responses with data of an account
 * are not compressed, because their size must not reveal what they contain.
 */
export const compressPublicJson: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.res.status !== 200) return;
  if (!c.res.headers.get('content-type')?.startsWith('application/json')) return;
  const headers = new Headers(c.res.headers);
  headers.append('vary', 'Accept-Encoding');
  const bytes = Buffer.from(await c.res.arrayBuffer());
  const encoding = acceptedEncoding(c.req.header('accept-encoding'), bytes.length < MIN_BYTES ? [] : ['br', 'gzip']);
  if (encoding) {
    headers.set('content-encoding', encoding);
    headers.delete('content-length');
  }
  const sent = encoding ? await ENCODERS[encoding](bytes) : bytes;
  c.res = new Response(new Uint8Array(sent), { status: 200, headers });
};
