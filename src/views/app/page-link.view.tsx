import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { usePortal } from './portal.context.tsx';

/** `to`: a path of this portal, with its query. */
type PageLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & {
  readonly to: string;
  /** After a plain click, for what the link stands in. */
  readonly onOpen?: (event: MouseEvent) => void;
};

const opensHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** A link to another page of the portal: a real address for a new tab, and the root's `page.open` for a plain click. */
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
