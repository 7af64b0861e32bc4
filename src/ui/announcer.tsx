import type { ReactNode } from 'react';

/** Speaks a changed message to a screen reader. Keep it mounted; an empty message says nothing. */
export const Announcer = ({
  message,
  urgent = false,
}: {
  readonly message: string;
  readonly urgent?: boolean;
}): ReactNode => (
  <div className="visually-hidden" role={urgent ? 'alert' : 'status'}>
    {message}
  </div>
);
