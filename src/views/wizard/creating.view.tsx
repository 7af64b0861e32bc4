import { useTranslation } from 'react-i18next';
import type { OrderingScreen, WizardContext } from '../../../machines/wizard/wizard.types.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import css from './steps.module.css';
import { priceText } from './total.view.tsx';
import type { WizardActor } from './wizard-actor.ts';

export const Creating = () => {
  const { t } = useTranslation('recharge');
  return (
    <div className={css['waiting']}>
      <span className={css['pulse']} aria-hidden="true" />
      <p>{t('creating.text')}</p>
    </div>
  );
};

/**
 * The outcome of the order request is unknown. Another check never places a second order: it repeats the request only with the same key,
 * at an API that honors it. Only the player can decide to place another order.
 */
export const Uncertain = (props: {
  readonly actor: WizardActor;
  readonly screen: Extract<OrderingScreen<Pick<WizardContext, 'item' | 'channel'>>, { readonly name: 'uncertain' }>;
}) => {
  const { t, i18n } = useTranslation('recharge');
  const { lookingUp, failure, summary } = props.screen;
  const { item, channel } = summary;
  const message = failure?.msg ?? null;
  return (
    <div className={css['body']}>
      <Callout tone="info" live="polite">
        <p>{lookingUp ? t('uncertain.asking') : t('uncertain.waiting')}</p>
        {message !== null && <p className={css['message']}>{t('uncertain.message', { message })}</p>}
      </Callout>
      <div className={css['choices']}>
        <Button size="lg" icon="refresh" busy={lookingUp} onClick={() => props.actor.send({ type: 'order.retry' })}>
          {lookingUp ? t('uncertain.busy') : t('uncertain.retry')}
        </Button>
        {!lookingUp && (
          <Button
            size="lg"
            variant="secondary"
            track="order_replace"
            onClick={() => props.actor.send({ type: 'order.replace' })}
          >
            {t('uncertain.replace')}
          </Button>
        )}
      </div>
      {!lookingUp && item && channel && (
        <p className="hint">{t('uncertain.replaceHint', { amount: priceText({ item, channel }, i18n.language) })}</p>
      )}
    </div>
  );
};
