import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router-dom';
import { RouterBridge } from './app/router.bridge.tsx';
import { startPortal } from './app/start-portal.ts';
import { activated } from './platform/activation.ts';
import { nextTask } from './platform/next-task.ts';
import { PortalProvider } from './views/app/portal.context.tsx';
import { PortalView } from './views/shell/portal.view.tsx';
import './styles/tokens.css';
import './styles/base.css';

/** Not top-level `await`, which keeps the bundler from merging chunks. */
const start = async (): Promise<void> => {
  await activated(document);
  await nextTask(window);
  const options = import.meta.env.VITE_QA ? (await import('./qa/instrumentation.ts')).actorOptions : {};
  const { portal, browserActions, loadFirstView, loadLaterStages } = startPortal(window, options);

  const { i18n } = await loadFirstView();
  const root = document.getElementById('app');
  if (!root) throw new Error('The page has no #app element');
  startTransition(() =>
    createRoot(root).render(
      <I18nextProvider i18n={i18n}>
        <BrowserRouter>
          <PortalProvider portal={portal} browserActions={browserActions}>
            <RouterBridge portal={portal} />
            <PortalView />
          </PortalProvider>
        </BrowserRouter>
      </I18nextProvider>,
    ),
  );
  await loadLaterStages();
};

void start();
