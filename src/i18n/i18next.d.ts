import 'i18next';
import type { texts } from './bundles/en-US.bundle.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'portal';
    resources: typeof texts;
  }
}
