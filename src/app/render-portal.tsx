import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router-dom';
import type { Translator } from '../i18n/translator.ts';
import { type BrowserActions, type PortalActor, PortalProvider } from '../views/app/portal.context.tsx';
import { preloadPage } from '../views/shell/pages.view.tsx';
import { PortalView } from '../views/shell/portal.view.tsx';
import { loadSignedInParts } from '../views/shell/signed-in-parts.ts';
import { RouterBridge } from './router.bridge.tsx';

type Rendered = {
  readonly i18n: Translator['i18n'];
  readonly portal: PortalActor;
  readonly browserActions: BrowserActions;
  readonly disconnectFirstUrl: () => void;
};

const render = (root: HTMLElement, { i18n, portal, browserActions, disconnectFirstUrl }: Rendered): void =>
  startTransition(() =>
    createRoot(root).render(
      <I18nextProvider i18n={i18n}>
        <BrowserRouter>
          <PortalProvider portal={portal} browserActions={browserActions}>
            <RouterBridge
              portal={portal}
              browserLocation={root.ownerDocument.location}
              disconnectFirstUrl={disconnectFirstUrl}
            />
            <PortalView />
          </PortalProvider>
        </BrowserRouter>
      </I18nextProvider>,
    ),
  );

/** React, the frame of every page and the code that loads further views. The machines start without it. */
export const renderer = { render, preloadPage, loadSignedInParts };
