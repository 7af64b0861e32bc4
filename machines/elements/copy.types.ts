export type CopyEvent = { readonly type: 'copy.request' };
