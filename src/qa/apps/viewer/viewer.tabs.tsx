import { ViewerView } from './viewer.view.tsx';

export const RecordingTab = () => <ViewerView isLive={false} />;

/** The recording of the page that opened this one, while it grows. */
export const LiveTab = () => <ViewerView isLive />;
