import { watching } from './watching.ts';

await watching.ready();
await import('../main.tsx');
await watching.begin();
