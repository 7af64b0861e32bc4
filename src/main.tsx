import { startPortal } from './app/start-portal.ts';
import type { Browser } from './platform/browser.ts';
import { nextTask, whenActivated } from './platform/page-start.ts';
import './styles/tokens.css';
import './styles/base.css';

/** Avoids top-level `await`, which prevents the bundler from merging chunks. */
const start = async (): Promise<void> => {
  await whenActivated(document);
  await nextTask(window);
  const options = import.meta.env.VITE_QA ? (await import('./qa/apps/instrumentation.ts')).actorOptions : {};
  const { loadFirstView, loadLaterStages } = startPortal(window, options);

  const { render } = await loadFirstView();
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no #app element');
  render(root);
  await loadLaterStages();
};

const browser: Browser = window;

start().catch((error: unknown) => {
  browser.showLoadError?.();
  throw error;
});
