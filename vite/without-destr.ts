import type { Plugin } from 'vite';

const NAME = 'destr';
const STAND_IN = `\0${NAME}`;

/**
 * Replaces the JSON parser of ofetch. The API client reads responses as streams, so ofetch never parses one. This saves 0.6 kB of Brotli
 * after the login.
 */
export const withoutDestr = (): Plugin => ({
  name: 'without-destr',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === NAME ? STAND_IN : null),
  load: (id) => (id === STAND_IN ? 'export default JSON.parse;' : null),
});
