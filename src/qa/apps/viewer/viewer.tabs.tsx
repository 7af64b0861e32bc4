import type { ReactNode } from 'react';
import { readLink } from '../../core/record/recording-link.ts';
import type { PortalQa } from '../portal-qa.ts';
import { reportIn } from '../report/report-page.ts';
import { createViewerStore } from './use-opened.ts';
import { ViewerView } from './viewer.view.tsx';

const store = createViewerStore(window);
const report = reportIn(document);

/** What the page that opened this one has recorded; null for a page that is closed or loads, and for one of another origin. */
const recordedByOpener = () => {
  try {
    const qa = (window.opener as { readonly portalQa?: PortalQa } | null)?.portalQa;
    return qa ? { size: JSON.stringify(qa.count()), text: qa.text } : null;
  } catch {
    return null;
  }
};

const setHash = (hash: string): void => window.history.replaceState(null, '', hash);

export const RecordingTab = (): ReactNode => (
  <ViewerView
    isLive={false}
    store={store}
    report={report}
    link={readLink(window.location.hash)}
    onLink={setHash}
    current={recordedByOpener}
  />
);

/** The recording of the page that opened this one, while it grows. */
export const LiveTab = (): ReactNode => (
  <ViewerView isLive store={store} report={null} link={null} onLink={() => undefined} current={recordedByOpener} />
);
