import { createBrowserReceiver } from '@statelyai/inspect';
import { type ReactNode, useSyncExternalStore } from 'react';
import { readLink } from '../../core/record/recording-link.ts';
import type { TabProps } from '../page/qa-page.view.tsx';
import type { PortalQa } from '../portal-qa.ts';
import { reportIn } from '../report/report-page.ts';
import { createSource, stopForeignMessages } from './live.source.ts';
import { createViewerStore } from './use-opened.ts';
import { ViewerView } from './viewer.view.tsx';

const store = createViewerStore(window);
const report = reportIn(document);
const source = createSource((publish) => requestAnimationFrame(publish));

if (report === null && (window.opener !== null || window.parent !== window)) {
  stopForeignMessages(window);
  createBrowserReceiver().subscribe(source.take);
}

/** The text of what the page that opened this one has recorded; a closed page, or one of another origin, has none. */
const recordedByOpener = (): string | null => {
  try {
    return (window.opener as { readonly portalQa?: PortalQa } | null)?.portalQa?.text() ?? null;
  } catch {
    return null;
  }
};

const setHash = (hash: string): void => window.history.replaceState(null, '', hash);

export const RecordingTab = ({ theme }: TabProps): ReactNode => (
  <ViewerView
    live={null}
    store={store}
    report={report}
    link={readLink(window.location.hash)}
    onLink={setHash}
    current={recordedByOpener}
    theme={theme}
  />
);

/** The page that opened this one, while it runs. */
export const LiveTab = ({ theme }: TabProps): ReactNode => (
  <ViewerView
    live={useSyncExternalStore(source.listen, source.now)}
    store={store}
    report={null}
    link={null}
    onLink={setHash}
    current={recordedByOpener}
    theme={theme}
  />
);
