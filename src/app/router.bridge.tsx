import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { PortalActor } from '../views/app/portal.context.tsx';

/** Connects the router to the portal machine: sends URL changes as events and executes its `nav` events. */
export const RouterBridge = ({ portal }: { readonly portal: PortalActor }): ReactNode => {
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();
  const action = useNavigationType();

  useEffect(() => {
    const subscription = portal.on('nav', ({ to, replace }) => void navigate(to, { replace }));
    return () => subscription.unsubscribe();
  }, [portal, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` distinguishes two visits of the same URL
  useEffect(() => {
    portal.send({ type: 'url.changed', path: pathname, search, action });
  }, [portal, pathname, search, action, key]);

  return null;
};
