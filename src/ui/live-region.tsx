import type { ReactNode } from 'react';

/** Announces a changed message to screen readers. Keep it mounted; an empty message is not announced. */
export const Announcer = ({ message }: { readonly message: string }) => (
  <div className="visually-hidden" role="status">
    {message}
  </div>
);

type LiveRegionProps = {
  readonly id?: string;
  readonly urgent?: boolean;
  readonly children: ReactNode;
};

/** Keep it mounted: a screen reader announces only what appears in a region that it already knows. */
export const LiveRegion = ({ id, urgent = false, children }: LiveRegionProps) => (
  <div id={id} className="live-region" role={urgent ? 'alert' : 'status'}>
    {children}
  </div>
);
