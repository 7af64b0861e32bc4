import { useTranslation } from 'react-i18next';
import type { Recipient } from '../../../machines/order/order.types.ts';
import { maskId, PlayerName, playerText } from './player-name.view.tsx';
import css from './recipient-card.module.css';

export const RecipientCard = ({ recipient }: { readonly recipient: Recipient }) => {
  const { t } = useTranslation('recharge');
  const { roleName, serverName, roleId } = recipient;
  return (
    <div className={css['card']}>
      <span className={css['initial']} aria-hidden="true">
        {[...playerText(roleName)][0]}
      </span>
      <span className={css['names']}>
        <strong>
          <PlayerName name={roleName} />
        </strong>
        <span className={css['where']}>
          <PlayerName name={serverName} />
          <span>{t('recipient.roleId', { id: maskId(roleId) })}</span>
        </span>
      </span>
    </div>
  );
};
