import type { Plugin } from 'vite';

/** The oldest supported versions. The build translates the syntax for them, and tests/build/functions.test.ts checks the functions. */
export const SUPPORTED_BROWSERS = { chrome: '111', edge: '111', firefox: '115', safari: '16.4' } as const;

const NAMES = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', safari: 'Safari' } as const;

export const SYNTAX_TARGET = Object.entries(SUPPORTED_BROWSERS).map(([name, version]) => `${name}${version}`);

/** Writes the list of supported browsers into index.html, for a player whose browser is older. */
export const supportedBrowsers = (): Plugin => ({
  name: 'supported-browsers',
  transformIndexHtml: (html) =>
    html.replace(
      '__SUPPORTED_BROWSERS__',
      Object.entries(NAMES)
        .map(([name, title]) => `${title} ${SUPPORTED_BROWSERS[name as keyof typeof NAMES]}`)
        .join(', '),
    ),
});
