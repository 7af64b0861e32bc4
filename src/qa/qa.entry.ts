import { watching } from './instrumentation.ts';

await watching.ready();
await import('../main.tsx');
await watching.begin();
