import { drawQaPage } from '../page/qa-page.view.tsx';
import { RecordingTab } from '../viewer/viewer.view.tsx';

/** The frame in which the page draws the portal has the same script. */
if (window.frameElement) void import('../preview/preview.main.tsx');
else drawQaPage({ recording: RecordingTab });
