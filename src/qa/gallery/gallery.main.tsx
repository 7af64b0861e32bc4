import { createRoot } from 'react-dom/client';
import '../../styles/tokens.css';
import '../../styles/base.css';
import { recordings } from '../record/recordings.ts';
import { GalleryView } from './gallery.view.tsx';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app');

createRoot(root).render(
  <GalleryView
    recordings={recordings}
    search={window.location.search}
    onAddress={(address) => window.history.replaceState(null, '', address)}
  />,
);
