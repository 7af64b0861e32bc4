import type { TextStore } from '../platform/text-store.ts';

/** Stored while the player has not confirmed the notice of HTTP 203. */
export const NOTICE_KEY = 'portal:expiry-notice';

export const isNoticeUnread = (texts: Pick<TextStore, 'read'>): boolean => texts.read(NOTICE_KEY) !== null;

export const setNoticeUnread = (texts: Pick<TextStore, 'read' | 'write' | 'remove'>, unread: boolean): void => {
  if (unread) texts.write(NOTICE_KEY, '1');
  else if (isNoticeUnread(texts)) texts.remove(NOTICE_KEY);
};
