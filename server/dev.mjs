import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DEMO_BUILD, DEMO_SERVER } from './demo-environment.mjs';
import { stopWithNpm } from './npm-parent.mjs';
import { build, install, ROOT, requireNode } from './prepare.mjs';

stopWithNpm();
requireNode();
await install();
await build(['server']);
const server = spawn(process.execPath, [join(ROOT, 'dist/server/main.js')], {
  env: { ...DEMO_SERVER, ...process.env },
  stdio: 'inherit',
});
Object.assign(process.env, DEMO_BUILD, process.env);
const { createServer } = await import('vite');
const portal = await createServer({ configFile: join(ROOT, 'vite.config.ts'), mode: 'qa' });
await portal.listen();
portal.printUrls();

const end = async () => {
  server.kill('SIGTERM');
  await portal.close();
  process.exit(0);
};
process.once('SIGINT', end);
process.once('SIGTERM', end);
server.once('exit', (code) => process.exit(code ?? 1));
