import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json)$/;
/** A smaller file can grow, because of the header of its compressed copy. */
const MIN_BYTES = 512;

/** An eighth more bytes than at the best quality, in a fiftieth of the time. The best quality takes most of the time of a QA build. */
const QUICK_QUALITY = 5;

/**
 * Writes .br and .gz next to each text file, so that the server never compresses during a request. `isQuick`: for a build that players do not
 * load.
 */
export const precompress = (isQuick: boolean): Plugin => ({
  name: 'precompress',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const quality = isQuick ? QUICK_QUALITY : constants.BROTLI_MAX_QUALITY;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!COMPRESSIBLE.test(fileName)) continue;
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (bytes.length < MIN_BYTES) continue;
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(bytes, { params }) });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(bytes, { level: 9 }) });
      }
    },
  },
});
