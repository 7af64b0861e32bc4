import { startViewer } from '../viewer/start-viewer.tsx';

startViewer({
  parts: null,
  hint: (
    <>
      To watch an app live, connect it with <code>connectViewer</code>: its README shows how.
    </>
  ),
  howToAllow: (origin) => (
    <>
      write its origin into the <code>index.html</code> of this page:{' '}
      <code>{`<meta name="inspector-origins" content="${origin}">`}</code>
    </>
  ),
});
