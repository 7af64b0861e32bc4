import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Purchase } from '../../../machines/order/order.types.ts';
import type { StepNotice as Notice } from '../../../machines/wizard/wizard.types.ts';
import { Callout } from '../../ui/callout.tsx';
import { priceText } from './price-text.ts';
import { StepNotice } from './step-notice.view.tsx';
import css from './steps.module.css';

/** Warns at the confirmation that an earlier order may exist. It cannot be closed: the player must know it when paying. */
const UnconfirmedOrder = ({ unconfirmed }: { readonly unconfirmed: Purchase }) => {
  const { t, i18n } = useTranslation('recharge');
  return (
    <Callout tone="warning" live="polite" title={t('unconfirmed.title')}>
      {t('unconfirmed.text', { amount: priceText(unconfirmed, i18n.language) })}
    </Callout>
  );
};

type Props = {
  readonly screen: { readonly notice: Notice | null; readonly unconfirmed: Purchase | null };
  readonly actor: { readonly send: (event: { readonly type: 'notice.dismiss' }) => void };
  readonly children: ReactNode;
  /** What happens after the tap. */
  readonly hint: string | null;
};

/** The amount and the button, and what the player must know before the tap: all of it is in view together. */
export const ConfirmAction = ({ screen: { notice, unconfirmed }, actor, children, hint }: Props) => {
  const action = useRef<HTMLDivElement>(null);
  const warning = notice ?? unconfirmed;
  useEffect(() => {
    if (warning) action.current?.scrollIntoView({ block: 'nearest' });
  }, [warning]);
  return (
    <>
      <div ref={action} className={css['stepAction']}>
        <StepNotice notice={notice} onDismiss={() => actor.send({ type: 'notice.dismiss' })} />
        {unconfirmed && <UnconfirmedOrder unconfirmed={unconfirmed} />}
        {children}
      </div>
      {hint && <p className={css['hint']}>{hint}</p>}
    </>
  );
};
