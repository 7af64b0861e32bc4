import { scenarioReady, showTestBanner } from './instrumentation.ts';

await scenarioReady();
await import('../main.tsx');
await showTestBanner();
