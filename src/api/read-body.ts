export type BodyText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly why: 'oversized' | 'not UTF-8' };

/** Rejects with the reason of `signal` as soon as it is aborted. */
export const unlessAborted = <Value>(value: Promise<Value>, signal: AbortSignal | null | undefined): Promise<Value> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    value.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });

/** Reads at most `limit` bytes, then cancels the stream. Keeps a byte order mark, so that JSON with one is refused. */
export const readBody = async (
  body: ReadableStream<Uint8Array> | null | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<BodyText> => {
  if (!body) return { kind: 'text', text: '' };
  const reader = body.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const cancel = () => {
    reader.cancel().catch(() => {});
  };
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) break;
      size += value.byteLength;
      const isOversized = size > limit;
      const piece = isOversized ? null : decode(decoder, value);
      if (piece === null) {
        cancel();
        return { kind: 'unreadable', why: isOversized ? 'oversized' : 'not UTF-8' };
      }
      text += piece;
    }
    // A copy of an aborted response may end as if it were complete.
    signal.throwIfAborted();
    const rest = decode(decoder, null);
    return rest === null ? { kind: 'unreadable', why: 'not UTF-8' } : { kind: 'text', text: text + rest };
  } catch (error) {
    cancel();
    throw error;
  }
};

const decode = (decoder: TextDecoder, bytes: Uint8Array | null): string | null => {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    return null;
  }
};
