import { parsedUrl } from '../../ui/parsed-url.ts';

/** An external URL if it is http or https, else null. */
export const safeLink = (url: string | null): string | null => {
  const link = url === null ? null : parsedUrl(url);
  return link?.protocol === 'https:' || link?.protocol === 'http:' ? link.href : null;
};
