import { scenarioReady, showTestBanner } from './instrumentation.ts';

await scenarioReady();
// Before the portal, because the banner moves the page down.
await showTestBanner();
await import('../main.tsx');
