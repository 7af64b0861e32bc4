export type PictureEvent = { readonly type: 'picture.failed' };
