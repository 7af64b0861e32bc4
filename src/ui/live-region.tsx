import type { ReactNode } from 'react';
import css from './live-region.module.css';

type LiveRegionProps = {
  readonly id?: string;
  readonly urgent?: boolean;
  readonly children: ReactNode;
};

/** Keep it mounted: a screen reader announces only what appears in a region that it already knows. */
export const LiveRegion = ({ id, urgent = false, children }: LiveRegionProps) => (
  <div id={id} className={css['region']} role={urgent ? 'alert' : 'status'}>
    {children}
  </div>
);
