import { createHash } from 'node:crypto';

const KEY = /^[\x21-\x7e]{16,64}$/;

export type IdempotencyKey = { readonly ok: true; readonly key: string | null } | { readonly ok: false };

/** 16 to 64 printable ASCII characters; a missing or empty header means no key. */
export const readIdempotencyKey = (header: string): IdempotencyKey => {
  if (!header) return { ok: true, key: null };
  return KEY.test(header) ? { ok: true, key: header } : { ok: false };
};

export type OrderSelection = {
  readonly roleId: string;
  readonly serverId: string;
  readonly goodsId: string;
  readonly channelCode: string;
};

/** SHA-256 of the selection without names, so that a rename does not turn a retry into another selection. */
export const fingerprintOf = ({ roleId, serverId, goodsId, channelCode }: OrderSelection): string =>
  createHash('sha256')
    .update(JSON.stringify([roleId, serverId, goodsId, channelCode]))
    .digest('hex');
