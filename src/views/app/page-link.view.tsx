import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { usePortal } from './portal.context.tsx';

/** `to`: a path of this portal, with its query. */
type PageLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & {
  readonly to: string;
  /** Called after a plain click, for example to close a menu. */
  readonly onOpen?: (event: MouseEvent) => void;
};

const opensHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** A link to a page of the portal. A plain click sends `page.open` to the root; a new tab opens the URL. */
export const PageLink = ({ to, onOpen, children, ...rest }: PageLinkProps): ReactNode => {
  const portal = usePortal();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (event.defaultPrevented || !opensHere(event)) return;
        event.preventDefault();
        portal.send({ type: 'page.open', to });
        onOpen?.(event);
      }}
    >
      {children}
    </a>
  );
};
