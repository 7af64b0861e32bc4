import { shallowEqual, useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { selectHasLoggedIn, selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Announcer } from '../../ui/live-region.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { AccountChoice } from './signed-in-parts.ts';

/** After a login; after HTTP 203, until the player confirms it (SESS-07); and while a link from the game waits for a choice. */
export const SessionNotices = () => {
  const { t } = useTranslation(['session', 'notices']);
  const session = useSelector(usePortal(), ({ children }) => children.session);
  const screen = useSelector(session, (snapshot) => snapshot && selectSessionScreen(snapshot), shallowEqual);
  const hasLoggedIn = useSelector(session, (snapshot) => snapshot !== undefined && selectHasLoggedIn(snapshot));
  return (
    <>
      {/* The focus moves to the heading of the page at the same time. */}
      <Announcer message={hasLoggedIn ? t('notices:loginSucceeded') : ''} />
      <Dialog
        open={screen?.name === 'expired-notice'}
        label={t('expired.title')}
        tone="warning"
        data-state="expired-notice"
        actions={<Button onClick={() => session?.send({ type: 'notice.confirm' })}>{t('expired.confirm')}</Button>}
      >
        <p>{t('expired.text')}</p>
      </Dialog>
      <Suspense fallback={null}>
        {session && screen?.name === 'choosing' && <AccountChoice session={session} screen={screen} />}
      </Suspense>
    </>
  );
};
