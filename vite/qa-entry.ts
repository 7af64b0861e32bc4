import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { brand } from './brand.ts';
import { buildConfig } from './build-config.ts';
import { languages } from './languages.ts';
import { routerAlias } from './router-treeshake.ts';

/** The HTML pages of a build; a QA build adds the page of testers. */
export const pagesOf = (root: string, isQa: boolean): readonly string[] =>
  ['index', ...(isQa ? ['qa'] : [])].map((page) => join(root, 'src', `${page}.html`));

/** The page of testers as one file, with the tab of a recording; `src/qa/apps/report/report-page.ts` writes a recording into it. */
const REPORT = 'qa-report.html';

const RECORDINGS = /qa\/portal\/recordings\.ts$/;
const WORKER = /^(.*elk-worker\.min\.js)\?url$/;

/** A report has one recording of its own, needs the texts of a language only once, and has no server for the script of its worker. */
const reportContent = (): Plugin => ({
  name: 'report-content',
  enforce: 'pre',
  load: {
    filter: { id: [RECORDINGS, WORKER] },
    handler: (id) => {
      const [, worker] = WORKER.exec(id) ?? [];
      if (worker === undefined) return 'export const recordings = new Map();';
      return `export default URL.createObjectURL(new Blob([${JSON.stringify(readFileSync(worker, 'utf8'))}]));`;
    },
  },
  resolveId: {
    filter: { id: /^virtual:i18n\/bundles\/[\w-]+\.(?:bundle|player)\.ts$/ },
    handler: (id) => id.replace(/\.\w+\.ts$/, '.all.ts'),
  },
});

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A script element ends at this text, also inside a string. */
const inElement = (script: string): string =>
  script.replaceAll('</script', String.raw`<\/script`).replaceAll('<!--', String.raw`\x3c!--`);

const partsOfReport = async (root: string) => {
  const { output } = (await build({
    configFile: false,
    root: join(root, 'src'),
    logLevel: 'error',
    mode: 'production',
    resolve: { alias: routerAlias(root) },
    plugins: [reportContent(), brand(root), buildConfig(root), languages(root)],
    define: { 'import.meta.env.VITE_QA': 'true' },
    build: {
      write: false,
      assetsInlineLimit: () => true,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'src/qa/apps/report/report.main.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const script = output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n');
  const styles = output.flatMap((file) => (file.fileName.endsWith('.css') && 'source' in file ? [file.source] : []));
  return { script: inElement(script), style: styles.join('\n') };
};

const reportPage = async (root: string): Promise<string> => {
  const { script, style } = await partsOfReport(root);
  const policy = [
    `default-src 'none'`,
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    'img-src data:',
    'worker-src blob:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Recording</title>
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="recording"></script>
<script type="application/json" id="finding"></script>
<script id="script">${script}</script>
</body>
</html>
`;
};

/** Makes a QA build start with src/qa, which then loads the portal or one of its own pages, and adds the page of a report. */
export const qaEntry = (): Plugin => {
  let root = '';
  return {
    name: 'qa-entry',
    configResolved: (config) => {
      root = join(config.root, '..');
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace('./main.tsx', './qa/apps/qa.entry.ts')
          .replace('<meta charset="utf-8" />', '<meta charset="utf-8" />\n    <meta name="build" content="qa" />'),
    },
    writeBundle: async ({ dir = '' }) => {
      writeFileSync(join(dir, REPORT), await reportPage(root));
    },
    configureServer: ({ middlewares }) => {
      middlewares.use(`/${REPORT}`, (_, response, next) => {
        reportPage(root).then((html) => response.setHeader('content-type', 'text/html').end(html), next);
      });
    },
  };
};
