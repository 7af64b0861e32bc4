import { useTranslation } from 'react-i18next';
import { opensWindow, takesPoints } from '../../../machines/order/order.methods.ts';
import { missingForChoices } from '../../../machines/recharge/recharge.choices.ts';
import { formatEPoints } from '../../i18n/formats.ts';
import { Icon } from '../../ui/icon.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { ConfirmAction } from '../wizard/confirm-action.view.tsx';
import css from '../wizard/confirm-step.module.css';
import { PayButton } from '../wizard/pay-button.view.tsx';
import steps from '../wizard/steps.module.css';
import { Total } from '../wizard/total.view.tsx';
import { InsufficientPoints, TopUpPoints } from './insufficient-points.view.tsx';
import { ItemCards } from './item-step.view.tsx';
import type { ScreenNamed, StepProps } from './recharge-actor.ts';

const useHint = ({ summary }: ScreenNamed<'confirm'>): string | null => {
  const { t, i18n } = useTranslation('recharge');
  const { item, channel, coinBalance } = summary;
  if (channel && opensWindow(channel)) return t('confirm.newWindow');
  if (!takesPoints(channel)) return null;
  if (!item || coinBalance === null) return t('confirm.atOnce');
  const left = formatEPoints(coinBalance - item.epointPrice, i18n.language);
  return `${t('confirm.atOnce')} ${t('confirm.pointsAfter', { points: left })}`;
};

/** The amount and the button. The steps above show everything else that the player confirms. */
export const ConfirmStep = ({ actor, screen }: StepProps<'confirm'>) => {
  const { t } = useTranslation('recharge');
  const { busy, items, summary } = screen;
  const { item, channel } = summary;
  const isShort = !busy && missingForChoices(summary) > 0;
  const hint = useHint(screen);
  return (
    <div className={steps['body']}>
      <p className={css['final']}>
        <Icon name="info" size={16} />
        <span>{t('confirm.final')}</span>
      </p>
      <ConfirmAction screen={screen} actor={actor} hint={isShort ? null : hint}>
        <LiveRegion>{isShort && <InsufficientPoints summary={summary} />}</LiveRegion>
        {item && channel && (
          <>
            <Total item={item} channel={channel} />
            {isShort ? (
              <TopUpPoints summary={summary} />
            ) : (
              <PayButton track="pay" actor={actor} item={item} channel={channel} busy={busy} />
            )}
          </>
        )}
      </ConfirmAction>
      {items.length > 0 && (
        <section className={steps['body']}>
          <h3>{t('confirm.others')}</h3>
          <ItemCards actor={actor} rows={items} itemId={item?.itemId ?? null} channel={channel} />
        </section>
      )}
    </div>
  );
};
