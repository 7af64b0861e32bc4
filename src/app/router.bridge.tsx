import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { PortalActor } from '../views/app/portal.context.tsx';

type Props = {
  readonly portal: PortalActor;
  readonly browserLocation: Pick<Location, 'pathname' | 'search'>;
  /** Ends the connection of `connectFirstUrl`, which serves the portal until the router does. */
  readonly disconnectFirstUrl: () => void;
};

/** Sends URL changes to the portal and executes its `nav` events. The portal knows the URL of the first render. */
export const RouterBridge = ({ portal, browserLocation, disconnectFirstUrl }: Props): ReactNode => {
  const navigate = useNavigate();
  const location = useLocation();
  const action = useNavigationType();
  const isMounted = useRef(false);

  useEffect(() => {
    const subscription = portal.on('nav', ({ to, replace }) => void navigate(to, { replace }));
    disconnectFirstUrl();
    return () => subscription.unsubscribe();
  }, [portal, navigate, disconnectFirstUrl]);

  useEffect(() => {
    const { pathname, search } = location;
    if (isMounted.current) {
      portal.send({ type: 'url.changed', path: pathname, search, action });
      return;
    }
    isMounted.current = true;
    // The router has the URL of the time when its render began.
    const url = browserLocation.pathname + browserLocation.search;
    if (url !== pathname + search) void navigate(url, { replace: true });
  }, [portal, navigate, location, action, browserLocation]);

  return null;
};
