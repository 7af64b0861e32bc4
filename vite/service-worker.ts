import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { Build } from '../src/service-worker/build-cache.ts';
import { bundleScript } from './bundle-script.ts';
import { SYNTAX_TARGET } from './supported-browsers.ts';

const SCRIPT = 'service-worker.js';
/** An operator serves it as service-worker.js to turn the worker off. */
const OFF_SCRIPT = 'service-worker-off.js';
const STORED = /^assets\/.+\.(?:js|css|svg)$/;

const digestOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('base64');

const describeBuild = (bundle: Rolldown.OutputBundle): Build => {
  const stored = Object.values(bundle)
    .filter(({ fileName }) => STORED.test(fileName))
    .toSorted((one, other) => (one.fileName < other.fileName ? -1 : 1));
  const files = Object.fromEntries(
    stored.map((file) => [`/${file.fileName}`, Buffer.byteLength(file.type === 'chunk' ? file.code : file.source)]),
  );
  const page = bundle['index.html'];
  if (page?.type !== 'asset') throw new Error('the build has no index.html');
  const pageDigest = digestOf(page.source);
  const id = createHash('sha256')
    .update([pageDigest, ...Object.keys(files)].join())
    .digest('hex')
    .slice(0, 12);
  return { id, pageIntegrity: `sha256-${pageDigest}`, pageBytes: Buffer.byteLength(page.source), files };
};

/**
 * Writes the service worker with the list of all files. A QA build gets the script that removes a worker instead: on a tester's machine
 * the same port may have served a production build.
 */
export const serviceWorker = (root: string, isQa: boolean): Plugin => ({
  name: 'service-worker',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const bundleOf = (name: string, define: Readonly<Record<string, string>>) =>
        bundleScript(join(root, 'src/service-worker', name), SYNTAX_TARGET, define);
      const off = await bundleOf('service-worker-off.ts', {});
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      if (isQa) {
        emit(SCRIPT, off);
        return;
      }
      const files = JSON.stringify(describeBuild(bundle));
      emit(SCRIPT, await bundleOf('service-worker.ts', { PORTAL_FILES: files }));
      emit(OFF_SCRIPT, off);
    },
  },
});
