import { useTranslation } from 'react-i18next';
import type { SessionScreen } from '../../../machines/session/session.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { SessionActor } from '../login/login.types.ts';
import { playerText } from '../order/player-name.view.tsx';

type Props = {
  readonly session: SessionActor;
  readonly screen: Extract<SessionScreen, { readonly name: 'choosing' }>;
};

/** A link from the game is for another player than the one who is logged in. */
export const AccountChoice = ({ session, screen: { other, displayName } }: Props) => {
  const { t } = useTranslation('account');
  return (
    <Dialog
      open
      label={t('choice.title')}
      data-state="choosing"
      actions={
        <>
          <Button onClick={() => session.send({ type: 'account.choose', adopt: true })}>
            {t('choice.switch', { name: playerText(other) })}
          </Button>
          <Button variant="secondary" onClick={() => session.send({ type: 'account.choose', adopt: false })}>
            {t('choice.keep', { name: playerText(displayName) })}
          </Button>
        </>
      }
    >
      <p>{t('choice.text')}</p>
    </Dialog>
  );
};
