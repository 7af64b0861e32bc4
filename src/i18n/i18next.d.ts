import 'i18next';
import type { texts as first } from './bundles/en-US.bundle.ts';
import type { texts as later } from './bundles/en-US.later.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'portal';
    resources: typeof first & typeof later;
  }
}
