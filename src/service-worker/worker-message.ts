/** `activate`: from the active worker to the waiting one. `store-language`: from a page, when it is usable. */
export type WorkerMessage =
  | { readonly type: 'activate' }
  | { readonly type: 'store-language'; readonly language: string };
