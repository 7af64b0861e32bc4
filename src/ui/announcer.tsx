/** Announces a changed message to screen readers. Keep it mounted; an empty message is not announced. */
export const Announcer = ({ message }: { readonly message: string }) => (
  <div className="visually-hidden" role="status">
    {message}
  </div>
);
