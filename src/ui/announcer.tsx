import type { ReactNode } from 'react';

/** Announces a changed message to screen readers. Keep it mounted; an empty message is not announced. */
export const Announcer = ({ message }: { readonly message: string }): ReactNode => (
  <div className="visually-hidden" role="status">
    {message}
  </div>
);
