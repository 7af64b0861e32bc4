import { createRoot } from 'react-dom/client';
import type { PortalQa } from '../portal-qa.ts';
import { BarView } from './bar.view.tsx';

export const drawBar = (qa: PortalQa, playing: Promise<string | null> | null): void => {
  const place = document.createElement('div');
  place.id = 'qa-bar';
  document.body.prepend(place);
  createRoot(place).render(<BarView qa={qa} playing={playing} />);
};
