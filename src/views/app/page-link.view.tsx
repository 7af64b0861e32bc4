import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react';
import { usePortal } from './portal.context.tsx';

/** Loads the code of the page that a path of this portal opens. */
export const PagePreload = createContext<(to: string) => void>(() => {});

/** `to`: a path of this portal, with its query. */
type PageLinkProps = Pick<
  ComponentProps<'a'>,
  'children' | 'className' | 'id' | 'lang' | 'aria-current' | 'aria-label'
> & {
  readonly to: string;
  /** Preloads the target of the link; by default the code of its page. */
  readonly preload?: () => void;
  /** Called after a plain click, for example to close a menu. */
  readonly onOpen?: (event: MouseEvent) => void;
};

const opensHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/**
 * A link to a page of the portal. The code of the page loads when the player points at the link, touches it or focuses it. A plain click
 * sends `page.open` to the root; a new tab opens the URL.
 */
export const PageLink = ({ to, preload, onOpen, children, ...rest }: PageLinkProps) => {
  const portal = usePortal();
  const preloadPage = useContext(PagePreload);
  const load = preload ?? (() => preloadPage(to));
  return (
    <a
      {...rest}
      href={to}
      onPointerEnter={load}
      onTouchStart={load}
      onFocus={load}
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
