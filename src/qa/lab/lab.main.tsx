import { createRoot } from 'react-dom/client';
import '../../styles/tokens.css';
import '../../styles/base.css';
import type { PortalQa } from '../portal-qa.ts';
import { createQaTheme } from '../theme/qa-theme.ts';
import { LabView } from './lab.view.tsx';

const opener = window.opener as (Window & { readonly portalQa?: PortalQa }) | null;

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app');

const theme = createQaTheme(window);

createRoot(root).render(
  <LabView
    lab={() => (opener?.closed ? null : (opener?.portalQa?.lab ?? null))}
    theme={theme}
    address={() => opener?.location.href ?? window.location.origin}
  />,
);
