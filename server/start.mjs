import { join } from 'node:path';
import { DEMO_SERVER } from './demo-environment.mjs';
import { stopWithNpm } from './npm-parent.mjs';
import { build, install, ROOT, requireNode } from './prepare.mjs';

stopWithNpm();
requireNode();
await install();
await build(['qa', 'server']);
for (const [name, value] of Object.entries({ ...DEMO_SERVER, STATIC_DIR: join(ROOT, 'dist', 'qa') }))
  process.env[name] ??= value;
await import(new URL('../dist/server/main.js', import.meta.url).href);
