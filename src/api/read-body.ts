export type BodyText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly why: 'oversized' | 'not UTF-8' };

const untilAborted = (signal: AbortSignal): { readonly promise: Promise<never>; readonly release: () => void } => {
  let release = () => {};
  const promise = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    release = () => signal.removeEventListener('abort', onAbort);
  });
  promise.catch(() => {});
  return { promise, release };
};

/** Reads at most `limit` bytes, then cancels the stream. Keeps a byte order mark, so that JSON with one is refused. */
export const readBody = async (
  body: ReadableStream<Uint8Array> | null | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<BodyText> => {
  if (!body) return { kind: 'text', text: '' };
  const reader = body.getReader();
  const aborted = untilAborted(signal);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const cancel = () => {
    reader.cancel().catch(() => {});
  };
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted.promise]);
      if (done) break;
      size += value.byteLength;
      if (size > limit) {
        cancel();
        return { kind: 'unreadable', why: 'oversized' };
      }
      const piece = decode(decoder, value);
      if (piece === null) {
        cancel();
        return { kind: 'unreadable', why: 'not UTF-8' };
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
  } finally {
    aborted.release();
  }
};

const decode = (decoder: TextDecoder, bytes: Uint8Array | null): string | null => {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    return null;
  }
};
