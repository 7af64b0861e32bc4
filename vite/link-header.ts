import type { Plugin } from 'vite';

/** Chunks that every page needs, in the order of their use. */
const CHUNKS = ['start', 'renderer'];

/** Writes the value of the `Link` header of index.html: with it a browser requests these files before it has read the page. See decision 7. */
export const linkHeader = (): Plugin => ({
  name: 'link-header',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.values(bundle);
      const chunks = CHUNKS.flatMap((name) => files.filter((file) => file.type === 'chunk' && file.name === name));
      const styles = files.filter(({ fileName }) => fileName.endsWith('.css'));
      const links = [
        ...chunks.map(({ fileName }) => `</${fileName}>; rel=modulepreload; crossorigin`),
        ...styles.map(({ fileName }) => `</${fileName}>; rel=preload; as=style; crossorigin`),
      ];
      this.emitFile({ type: 'asset', fileName: '.vite/link-header.txt', source: links.join(', ') });
    },
  },
});
