import type { i18n } from 'i18next';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import { beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Translator } from '../../../src/i18n/translator.ts';
import { type BrowserActions, type PortalActor, PortalProvider } from '../../../src/views/app/portal.context.tsx';
import { PortalView } from '../../../src/views/shell/portal.view.tsx';
import { englishTranslator } from './translator.ts';

const browserActions: BrowserActions = {
  openPaymentWindow: () => null,
  openLinkWindow: () => null,
  serviceLink: () => null,
  returnLink: () => null,
  newKey: () => '',
  serverNow: () => 0,
  toDeviceTime: (serverMs) => serverMs,
  storeSecret: () => '',
  copyText: async () => false,
  changeLocale: () => undefined,
  markPageDrawn: () => undefined,
  theme: { current: () => 'dark', subscribe: () => () => undefined, change: () => undefined },
  reloadPage: () => undefined,
  printPage: () => undefined,
  saveFile: async () => undefined,
  appVersion: '1.2.3',
  readBreadcrumbs: () => ({ entries: [], total: 0 }),
};

/** The HTML of the whole page, with its lazy parts, and the errors of parts that cannot be drawn without a browser. */
export const drawPortal = async (
  portal: PortalActor,
  translations: i18n,
): Promise<{ readonly html: string; readonly errors: readonly unknown[] }> => {
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <I18nextProvider i18n={translations}>
      <PortalProvider portal={portal} browserActions={browserActions}>
        <PortalView />
      </PortalProvider>
    </I18nextProvider>,
    { onError: (error) => void errors.push(error) },
  );
  return { html: await new Response(prelude).text(), errors };
};

/** Draws pages in English in each test of a file, whose clock only the test moves. */
export const drawEnglishPages = () => {
  let translator: Translator;
  beforeAll(async () => {
    translator = await englishTranslator();
  });
  beforeEach(() => void vi.useFakeTimers({ now: 1_760_000_000_250 }));
  return {
    t: ((...given) => translator.i18n.t(...given)) as Translator['i18n']['t'],
    draw: async ({ actor }: { readonly actor: PortalActor }): Promise<string> => {
      const { html, errors } = await drawPortal(actor, translator.i18n);
      expect(errors).toEqual([]);
      return html.replaceAll('&#x27;', "'");
    },
  };
};
