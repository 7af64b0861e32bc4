import { createBrowserReceiver } from '@statelyai/inspect';
import { type ReactNode, useState } from 'react';
import { createActor } from 'xstate';
import type { TabProps } from '../page/qa-page.view.tsx';
import type { PortalQa } from '../portal-qa.ts';
import { readLink } from '../record/recording-link.ts';
import { reportIn } from '../report/report-page.ts';
import { createLiveLoads, createSource, stopForeignMessages } from './live.source.ts';
import { playbackMachine } from './playback.machine.ts';
import { ViewerView } from './viewer.view.tsx';
import { createViewerStore } from './viewer-store.ts';

const store = createViewerStore(window);
const report = reportIn(document);
const newSource = () => createSource((publish) => requestAnimationFrame(publish));
const newPlayback = () => createActor(playbackMachine).start();
const live = { source: newSource(), playback: newPlayback(), loads: createLiveLoads(window) };

if (report === null && (window.opener !== null || window.parent !== window)) {
  stopForeignMessages(window);
  createBrowserReceiver().subscribe((message) => {
    live.loads.add(message);
    live.source.take(message);
  });
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

export const RecordingTab = ({ theme }: TabProps): ReactNode => {
  const [parts] = useState(() => ({ source: newSource(), playback: newPlayback() }));
  return (
    <ViewerView
      {...parts}
      isLive={false}
      earlier={[]}
      store={store}
      report={report}
      link={readLink(window.location.hash)}
      onLink={setHash}
      current={recordedByOpener}
      theme={theme}
    />
  );
};

/** The page that opened this one, while it runs. */
export const LiveTab = ({ theme }: TabProps): ReactNode => (
  <ViewerView
    source={live.source}
    playback={live.playback}
    isLive
    earlier={live.loads.earlier}
    store={store}
    report={null}
    link={null}
    onLink={setHash}
    current={() => null}
    theme={theme}
  />
);
