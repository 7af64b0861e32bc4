import type { ReactNode } from 'react';

/** Announces a changed message to screen readers. Keep it mounted; an empty message is not announced. */
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
