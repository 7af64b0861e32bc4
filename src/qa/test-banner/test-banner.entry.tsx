import { createRoot } from 'react-dom/client';
import type { PortalQa } from '../portal-qa.ts';
import { TestBannerView } from './test-banner.view.tsx';

export const drawTestBanner = (qa: PortalQa, playing: Promise<string | null> | null): void => {
  const root = document.createElement('div');
  root.id = 'qa-bar';
  document.body.prepend(root);
  createRoot(root).render(<TestBannerView qa={qa} playing={playing} />);
};
