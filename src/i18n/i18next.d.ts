import 'i18next';
import type english from '../../locales/en-US.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'portal';
    resources: Omit<typeof english, 'page'>;
  }
}
