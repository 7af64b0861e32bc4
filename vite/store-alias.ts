import type { Alias } from 'vite';

const SHIM = 'use-sync-external-store/shim';

/** React has included the hook since version 18; the packages still import its replacement for older versions. */
export const storeAlias = (): Alias[] => [
  { find: new RegExp(`^${SHIM}$`), replacement: 'react' },
  { find: `${SHIM}/with-selector`, replacement: 'use-sync-external-store/with-selector' },
];
