import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnv, type Plugin } from 'vite';
import { DEMO_BUILD } from '../server/demo-environment.mjs';
import { type CodeTable, readCodeTable } from '../src/contract/codes.ts';
import { readBuildConfig } from '../src/platform/build-environment.ts';

/** The codes that the file of VITE_CODES declares. A relative path starts at the root of the project. */
export const readCodes = (root: string, file: unknown): CodeTable => {
  if (typeof file !== 'string' || file === '') return {};
  try {
    return readCodeTable(JSON.parse(readFileSync(resolve(root, file), 'utf8')));
  } catch (error) {
    throw new Error(`VITE_CODES (${file}): ${error instanceof Error ? error.message : error}`);
  }
};

/** A build without its required variables stops with one line. */
const buildConfigOf = (root: string, command: 'build' | 'serve', mode: string) => {
  try {
    const variables: Readonly<Record<string, string | undefined>> = {
      VITE_VERSION: process.env['npm_package_version'] ?? '0.1.0',
      ...(command === 'serve' && DEMO_BUILD),
      ...loadEnv(mode, join(root, 'src'), 'VITE_'),
    };
    const diagnoses = mode === 'qa' || variables['VITE_DIAGNOSE'] === '1';
    return { build: readBuildConfig(variables), codes: readCodes(root, variables['VITE_CODES']), diagnoses };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return process.exit(1);
  }
};

/**
 * Defines PORTAL_BUILD, PORTAL_CODES and VITE_DIAGNOSE, and the part that `src/app/first-page.script.ts` needs. Marks a page with VITE_SANDBOX=1, so that a
 * production server can refuse it. It reads the environment in a hook, so that tools that only load the config need no keys.
 */
export const buildConfig = (root: string): Plugin => {
  let ofPage = {};
  let isForSandbox = false;
  return {
    name: 'build-config',
    config: (_, { command, mode, isSsrBuild }) => {
      if (isSsrBuild) return { define: { PORTAL_BUILD: 'undefined', PORTAL_CODES: 'undefined' } };
      const { build, codes, diagnoses } = buildConfigOf(root, command, mode);
      ofPage = { version: build.version, apiBase: build.apiBase };
      isForSandbox = build.sandbox && mode !== 'qa';
      return {
        define: {
          PORTAL_BUILD: JSON.stringify(build),
          PORTAL_CODES: JSON.stringify(codes),
          'import.meta.env.VITE_DIAGNOSE': JSON.stringify(diagnoses),
        },
      };
    },
    transformIndexHtml: (html) => ({
      html: html.replace('__BUILD__', () => JSON.stringify(ofPage)),
      tags: isForSandbox ? [{ tag: 'meta', attrs: { name: 'build', content: 'sandbox' } }] : [],
    }),
  };
};
