import { shallowEqual, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSessionScreen } from '../../../machines/session/session.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { usePortal } from '../app/portal.context.tsx';
import { PlayerName } from '../order/player-name.view.tsx';

/** A link from the game is for another player than the one who is logged in. */
export const AccountChoice = (): ReactNode => {
  const { t } = useTranslation('account');
  const session = useSelector(usePortal(), ({ children }) => children.session);
  const screen = useSelector(session, (snapshot) => snapshot && selectSessionScreen(snapshot), shallowEqual);
  if (screen?.name !== 'choosing') return null;
  return (
    <Dialog
      open
      label={t('choice.title')}
      data-state="choosing"
      actions={
        <>
          <Button onClick={() => session?.send({ type: 'account.switch' })}>{t('choice.switch')}</Button>
          <Button variant="secondary" onClick={() => session?.send({ type: 'account.keep' })}>
            {t('choice.keep')}
          </Button>
        </>
      }
    >
      <p>{t('choice.text')}</p>
      <Facts
        rows={[
          { key: 'inGame', label: t('choice.inGame'), value: <PlayerName name={screen.other} /> },
          { key: 'here', label: t('choice.here'), value: <PlayerName name={screen.displayName} /> },
        ]}
      />
    </Dialog>
  );
};
