import 'i18next';
import type account from '../../locales/en-US/account.json';
import type content from '../../locales/en-US/content.json';
import type errors from '../../locales/en-US/errors.json';
import type notices from '../../locales/en-US/notices.json';
import type order from '../../locales/en-US/order.json';
import type payment from '../../locales/en-US/payment.json';
import type portal from '../../locales/en-US/portal.json';
import type recharge from '../../locales/en-US/recharge.json';
import type recovery from '../../locales/en-US/recovery.json';
import type session from '../../locales/en-US/session.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'portal';
    resources: {
      account: typeof account;
      content: typeof content;
      errors: typeof errors;
      notices: typeof notices;
      order: typeof order;
      payment: typeof payment;
      portal: typeof portal;
      recharge: typeof recharge;
      recovery: typeof recovery;
      session: typeof session;
    };
  }
}
