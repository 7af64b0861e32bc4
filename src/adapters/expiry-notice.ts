import type { SafeStorage } from '../platform/safe-storage.ts';

/** Set while the notice of HTTP 203 is unconfirmed. */
export const NOTICE_KEY = 'portal:expiry-notice';

export const isNoticeUnread = (texts: Pick<SafeStorage, 'read'>): boolean => texts.read(NOTICE_KEY) !== null;

export const setNoticeUnread = (texts: Pick<SafeStorage, 'read' | 'write' | 'remove'>, unread: boolean): void => {
  if (unread) texts.write(NOTICE_KEY, '1');
  else if (isNoticeUnread(texts)) texts.remove(NOTICE_KEY);
};
