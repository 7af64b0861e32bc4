import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { usePortal } from '../app/portal.context.tsx';

/** Shown after HTTP 203 until the player confirms it (SESS-07). */
export const ExpiredDialog = (): ReactNode => {
  const { t } = useTranslation('session');
  const session = useSelector(usePortal(), ({ children }) => children.session);
  const shown = useSelector(session, (snapshot) => snapshot && selectSessionScreen(snapshot).name === 'expired-notice');
  return (
    <Dialog
      open={shown === true}
      label={t('expired.title')}
      tone="warning"
      data-state="expired-notice"
      actions={<Button onClick={() => session?.send({ type: 'notice.confirm' })}>{t('expired.confirm')}</Button>}
    >
      <p>{t('expired.text')}</p>
    </Dialog>
  );
};
