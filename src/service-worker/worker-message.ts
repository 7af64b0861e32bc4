/** `activate`: from the active worker to the waiting one. `store-language`: from a page, when it is usable. */
export type WorkerMessage =
  | { readonly type: 'activate' }
  | { readonly type: 'store-language'; readonly language: string };

/** Returns null for data of a different shape, because any script of this origin can send messages. */
export const readWorkerMessage = (data: unknown): WorkerMessage | null => {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type === 'activate') return { type: data.type };
  if (data.type !== 'store-language' || !('language' in data) || typeof data.language !== 'string') return null;
  return { type: data.type, language: data.language };
};
