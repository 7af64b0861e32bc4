import { recordingParts } from './recording-parts.ts';
import { startViewer } from './start-viewer.tsx';

startViewer({
  parts: recordingParts,
  hint: (
    <>
      To watch the portal live, add <code>?inspect=local</code> to its URL. The portal then opens this page and sends
      its messages here.
    </>
  ),
  howToAllow: (origin) => (
    <>
      start the server with <code>INSPECTOR_ORIGINS={origin}</code>
    </>
  ),
});
