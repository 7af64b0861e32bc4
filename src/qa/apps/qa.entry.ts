import { scenarioReady, showTestBanner } from './instrumentation.ts';

/** Not top-level `await`, which keeps the bundler from merging chunks. */
const start = async (): Promise<void> => {
  await scenarioReady();
  // Before the portal, because the banner moves the page down.
  await showTestBanner();
  await import('../../main.tsx');
};

void start();
