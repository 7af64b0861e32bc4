import { createBrowserReceiver } from '@statelyai/inspect';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import '../../styles/tokens.css';
import '../../styles/base.css';
import { readLink } from '../record/recording-link.ts';
import { createQaTheme } from '../theme/qa-theme.ts';
import { createLiveLoads } from './live-loads.ts';
import { createSource } from './message.source.ts';
import { playbackMachine } from './playback.machine.ts';
import type { RecordingParts } from './recording-parts.types.ts';
import { RefusedSender, type RefusedSenderProps } from './refused-sender.view.tsx';
import { guardSenders } from './senders.ts';
import { ViewerView } from './viewer.view.tsx';
import { createViewerStore } from './viewer-store.ts';

export type ViewerPage = Pick<RefusedSenderProps, 'howToAllow'> & {
  /** Null on a page that shows no recordings. */
  readonly parts: RecordingParts | null;
  /** How to watch an app live. */
  readonly hint: ReactNode;
};

/** Draws the viewer into `#app`. */
export const startViewer = ({ parts, hint, howToAllow }: ViewerPage): void => {
  const root = document.getElementById('app');
  if (!root) throw new Error('the page has no #app');

  const isLive = window.opener !== null || window.parent !== window;
  const source = createSource((publish) => requestAnimationFrame(publish));
  const loads = createLiveLoads(window);
  const playback = createActor(playbackMachine).start();

  const senders = guardSenders(window, isLive);

  if (isLive) {
    createBrowserReceiver().subscribe((message) => {
      loads.add(message);
      source.take(message);
    });
  }

  const onLink = (hash: string): void => window.history.replaceState(null, '', hash);

  createRoot(root).render(
    <>
      <RefusedSender senders={senders} howToAllow={howToAllow} />
      <ViewerView
        source={source}
        playback={playback}
        isLive={isLive}
        earlier={isLive ? loads.earlier : []}
        parts={parts}
        store={createViewerStore(window)}
        link={readLink(window.location.hash)}
        onLink={onLink}
        theme={createQaTheme(window)}
        hint={hint}
      />
    </>,
  );
};
