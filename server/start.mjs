import { DEMO_SERVER } from './demo-environment.mjs';
import { build, install, requireNode } from './prepare.mjs';

requireNode();
install();
build();
for (const [name, value] of Object.entries(DEMO_SERVER)) process.env[name] ??= value;
await import('../dist/server/main.js');
