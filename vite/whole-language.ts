import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** `texts.json?whole` is a second module with the same texts: a single module that two chunks import would become a third chunk. */
export const wholeLanguage = (): Plugin => ({
  name: 'whole-language',
  enforce: 'pre',
  load: {
    filter: { id: /\.json\?whole$/ },
    handler(id) {
      const file = id.slice(0, id.indexOf('?'));
      this.addWatchFile(file);
      const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
      return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js', moduleSideEffects: false, map: null };
    },
  },
});
