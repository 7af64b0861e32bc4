import type { ReactNode } from 'react';
import { ViewerView } from './viewer.view.tsx';

export const RecordingTab = (): ReactNode => <ViewerView isLive={false} />;

/** The recording of the page that opened this one, while it grows. */
export const LiveTab = (): ReactNode => <ViewerView isLive />;
