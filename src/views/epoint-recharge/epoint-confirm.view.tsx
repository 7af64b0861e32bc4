import { shallowEqual, useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { selectBalanceScreen } from '../../../machines/balance/balance.screens.ts';
import { opensWindow } from '../../../machines/order/order.methods.ts';
import { creditSum } from '../../../machines/order/order.purchase.ts';
import { coveredChoices } from '../../../machines/recharge/recharge.choices.ts';
import { formatEPoints } from '../../i18n/formats.ts';
import { usePlayer } from '../app/portal.context.tsx';
import { deliveredTitle } from '../order/order-contents.ts';
import { ConfirmAction } from '../wizard/confirm-action.view.tsx';
import css from '../wizard/steps.module.css';
import { Total } from '../wizard/total.view.tsx';
import type { ScreenProps } from './epoint-recharge-actor.ts';

/** The balance after this purchase, while the balance is known. */
const useBalanceAfter = (sum: number): number | null => {
  const balance = useSelector(usePlayer(), (snapshot) => snapshot?.children.balance);
  const screen = useSelector(balance, (snapshot) => (snapshot ? selectBalanceScreen(snapshot) : null));
  return screen?.name === 'ready' ? screen.total + sum : null;
};

/** What the E Points pay for as soon as they are added: the same confirmation covers both. null: nothing. */
const useCoveredText = (sum: number): string | null => {
  const { t, i18n } = useTranslation('recharge');
  const wizard = useSelector(usePlayer(), (snapshot) => snapshot?.children.recharge);
  const covered = useSelector(
    wizard,
    (snapshot) =>
      snapshot?.matches({ wizard: { game: 'confirming' } }) ? coveredChoices(snapshot.context, sum) : null,
    shallowEqual,
  );
  if (!covered) return null;
  return t('epoint.coveredText', {
    points: formatEPoints(covered.item.epointPrice, i18n.language),
    item: deliveredTitle(covered.item, i18n.language),
    character: covered.recipient.roleName,
  });
};

/** The amount and the button. The steps above show everything else that the player confirms. */
export const EpointRechargeConfirm = ({ actor, screen }: ScreenProps<'confirm'>) => {
  const { t, i18n } = useTranslation('recharge');
  const { item, channel } = screen.summary;
  const sum = item?.credit ? creditSum(item.credit) : 0;
  const after = useBalanceAfter(sum);
  const covered = useCoveredText(sum);
  return (
    <div className={css['body']}>
      {after !== null && covered === null && (
        <p className={css['hint']}>{t('epoint.after', { points: formatEPoints(after, i18n.language) })}</p>
      )}
      <ConfirmAction
        track="epoint_pay"
        actor={actor}
        screen={screen}
        hint={channel && opensWindow(channel) ? t('confirm.newWindow') : null}
      >
        {item && channel && (
          <>
            {covered && <p className={css['covered']}>{covered}</p>}
            <Total item={item} channel={null} />
          </>
        )}
      </ConfirmAction>
    </div>
  );
};
