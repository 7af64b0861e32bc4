import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** `ahead`: shown while the step is closed; null for the first one. */
export type StepTexts = { readonly title: string; readonly question: string; readonly ahead: string | null };

type StepName = 'recipient' | 'item' | 'channel' | 'confirm';

/** Texts of the steps of both wizards; `screen` is the name of the wizard's screen. */
export const useStepTexts = (screen: string): Readonly<Record<StepName, StepTexts>> => {
  const { t } = useTranslation('recharge');
  const ordering = screen === 'creating' || screen === 'uncertain' ? screen : null;
  return useMemo(() => {
    const questions = { creating: t('creating.title'), uncertain: t('uncertain.title') };
    return {
      recipient: { title: t('recipient.role'), question: t('recipient.question'), ahead: null },
      item: { title: t('item.title'), question: t('item.question'), ahead: t('item.ahead') },
      channel: { title: t('channel.title'), question: t('channel.question'), ahead: t('channel.ahead') },
      confirm: {
        title: t('confirm.title'),
        question: ordering === null ? t('confirm.question') : questions[ordering],
        ahead: t('confirm.ahead'),
      },
    };
  }, [t, ordering]);
};
