import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** `ahead`: what helps to know before the step opens; null where its title says all. */
export type StepTexts = { readonly title: string; readonly question: string; readonly ahead: string | null };

type StepName = 'server' | 'role' | 'item' | 'channel' | 'confirm';

/** Texts of the steps of both wizards; `screen` is the name of the wizard's screen. */
export const useStepTexts = (screen: string): Readonly<Record<StepName, StepTexts>> => {
  const { t } = useTranslation('recharge');
  const ordering = screen === 'creating' || screen === 'uncertain' ? screen : null;
  return useMemo(() => {
    const questions = { creating: t('creating.title'), uncertain: t('uncertain.title') };
    return {
      server: { title: t('recipient.server'), question: t('recipient.serverQuestion'), ahead: null },
      role: { title: t('recipient.role'), question: t('recipient.question'), ahead: t('recipient.serverFirst') },
      item: { title: t('item.title'), question: t('item.question'), ahead: null },
      channel: { title: t('channel.title'), question: t('channel.question'), ahead: null },
      confirm: {
        title: t('confirm.title'),
        question: ordering === null ? t('confirm.question') : questions[ordering],
        ahead: null,
      },
    };
  }, [t, ordering]);
};
