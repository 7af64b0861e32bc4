import { createRoot } from 'react-dom/client';
import '../../styles/tokens.css';
import '../../styles/base.css';
import { recordings } from '../record/recordings.ts';
import { createQaTheme } from '../theme/qa-theme.ts';
import { GalleryView } from './gallery.view.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app');

createRoot(root).render(
  <GalleryView
    recordings={recordings}
    theme={createQaTheme(window)}
    search={window.location.search}
    onAddress={(address) => window.history.replaceState(null, '', address)}
  />,
);
