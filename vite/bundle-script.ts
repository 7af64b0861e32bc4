import { build, type Rolldown } from 'vite';

/** One classic, minified script: a page contains it, or a browser that loads no service worker as a module runs it. */
export const bundleScript = async (
  input: string,
  target: string | string[],
  define: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { output } = (await build({
    configFile: false,
    envFile: false,
    logLevel: 'error',
    define,
    build: { write: false, target, rolldownOptions: { input, output: { format: 'iife' } } },
  })) as Rolldown.RolldownOutput;
  return output[0].code.trim();
};
