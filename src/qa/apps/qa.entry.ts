import { playing, qa, scenarioReady } from './instrumentation.ts';

/** Not top-level `await`, which keeps the bundler from merging chunks. */
const start = async (): Promise<void> => {
  await scenarioReady();
  // Before the portal, because the banner moves the page down.
  (await import('./test-banner/test-banner.view.tsx')).drawTestBanner({ qa, playing });
  await import('../../main.tsx');
};

void start();
