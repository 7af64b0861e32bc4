import { shallowEqual, useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { AccountChoice } from './signed-in-parts.ts';

/** After HTTP 203, until the player confirms it (SESS-07); and while a link from the game waits for a choice. */
export const SessionDialogs = () => {
  const { t } = useTranslation('session');
  const session = useSelector(usePortal(), ({ children }) => children.session);
  const screen = useSelector(session, (snapshot) => snapshot && selectSessionScreen(snapshot), shallowEqual);
  return (
    <>
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
