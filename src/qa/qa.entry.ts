import { watching } from './watching.ts';

await import('../main.tsx');
await watching.begin();
