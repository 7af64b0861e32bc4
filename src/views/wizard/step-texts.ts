import { useTranslation } from 'react-i18next';

export type StepTexts = { readonly title: string; readonly question: string };

type StepName = 'recipient' | 'item' | 'channel' | 'confirm';

/** Texts of the steps of both wizards; `screen` is the name of the wizard's screen. */
export const useStepTexts = (screen: string): Readonly<Record<StepName, StepTexts>> => {
  const { t } = useTranslation('recharge');
  const questions: Readonly<Record<string, string>> = {
    creating: t('creating.title'),
    uncertain: t('uncertain.title'),
  };
  return {
    recipient: { title: t('recipient.role'), question: t('recipient.question') },
    item: { title: t('item.title'), question: t('item.question') },
    channel: { title: t('channel.title'), question: t('channel.question') },
    confirm: { title: t('confirm.title'), question: questions[screen] ?? t('confirm.question') },
  };
};
