import { createBrowserReceiver } from '@statelyai/inspect';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import '../../styles/tokens.css';
import '../../styles/base.css';
import { readLink } from '../record/recording-link.ts';
import { reportIn } from '../report/report-page.ts';
import { createQaTheme } from '../theme/qa-theme.ts';
import { createLiveLoads } from './live-loads.ts';
import { createSource } from './message.source.ts';
import { playbackMachine } from './playback.machine.ts';
import { stopForeignMessages } from './senders.ts';
import { ViewerView } from './viewer.view.tsx';
import { createViewerStore } from './viewer-store.ts';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app');

const report = reportIn(document);
const isLive = report === null && (window.opener !== null || window.parent !== window);
const source = createSource((publish) => requestAnimationFrame(publish));
const loads = createLiveLoads(window);

if (isLive) {
  stopForeignMessages(window);
  createBrowserReceiver().subscribe((message) => {
    loads.add(message);
    source.take(message);
  });
}

createRoot(root).render(
  <ViewerView
    source={source}
    playback={createActor(playbackMachine).start()}
    isLive={isLive}
    earlier={isLive ? loads.earlier : []}
    store={createViewerStore(window)}
    report={report}
    link={readLink(window.location.hash)}
    onLink={(hash) => window.history.replaceState(null, '', hash)}
    theme={createQaTheme(window)}
  />,
);
