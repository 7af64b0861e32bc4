import type { Plugin } from 'vite';

/** The beginnings of the longest texts. */
const TEXTS =
  /'(?:This means something IS WRONG|Seems the loaded|nesting options |if any of those|backend: set|languageDetector: set|init: this|useTranslation: )[^'\n]*'/g;

/** Drops the longest texts of i18next's warnings, which it prints only with `debug: true`. They are 0.4 kB of Brotli on the first visit. */
export const i18nWarnings = (): Plugin => ({
  name: 'i18n-warnings',
  apply: 'build',
  transform: {
    filter: { id: /\/(?:react-)?i18next\/dist\// },
    handler: (code) => ({ code: code.replace(TEXTS, "''"), map: null }),
  },
});
