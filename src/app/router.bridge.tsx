import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { createPaintQueue } from '../platform/paint-queue.ts';
import type { PortalActor } from '../views/app/portal.context.tsx';

/** One for all renders: a navigation never overtakes an earlier one. */
const waiting = createPaintQueue(window);

/** Connects the router to the portal machine: sends URL changes as events and executes its `nav` events. */
export const RouterBridge = ({ portal }: { readonly portal: PortalActor }): ReactNode => {
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();
  const action = useNavigationType();

  useEffect(() => {
    const subscription = portal.on('nav', ({ to, replace }) => {
      const go = () => void navigate(to, { replace });
      // A new history entry makes the browser lay the page out. Another step of the same page is drawn first.
      if (to.split('?')[0] === window.location.pathname) waiting.defer(go);
      else {
        waiting.flush();
        go();
      }
    });
    return () => subscription.unsubscribe();
  }, [portal, navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` distinguishes two visits of the same URL
  useEffect(() => {
    portal.send({ type: 'url.changed', path: pathname, search, action });
  }, [portal, pathname, search, action, key]);

  return null;
};
