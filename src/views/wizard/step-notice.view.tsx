import { useTranslation } from 'react-i18next';
import type { StepNotice as Notice } from '../../../machines/wizard/wizard.types.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { Callout } from '../../ui/callout.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import type { WizardActor } from './wizard-actor.ts';

const useNoticeText = (notice: Notice): { readonly title: string; readonly text: string | null } => {
  const { t, i18n } = useTranslation('recharge');
  const failureText = useFailureText();
  switch (notice.kind) {
    case 'role-gone':
      return { title: t('notice.roleGone.title'), text: t('notice.roleGone.text') };
    case 'maintenance':
      return { title: t('notice.maintenance.title'), text: t('notice.maintenance.text') };
    case 'item-gone':
      return { title: t('notice.itemGone.title'), text: t('notice.itemGone.text') };
    case 'channel-closed':
      return { title: t('notice.channelClosed.title'), text: t('notice.channelClosed.text') };
    case 'price-changed': {
      const was = formatUsd(notice.wasMinor, i18n.language);
      const is = formatUsd(notice.isMinor, i18n.language);
      return { title: t('notice.priceChanged.title'), text: t('notice.priceChanged.text', { was, is }) };
    }
    case 'credit-changed': {
      const was = formatEPoints(notice.was, i18n.language);
      const is = formatEPoints(notice.is, i18n.language);
      return { title: t('notice.creditChanged.title'), text: t('notice.creditChanged.text', { was, is }) };
    }
    case 'not-created':
      return { title: t('notice.notCreated.title'), text: failureText(notice.failure) };
    case 'recipient-needed':
      return {
        title: notice.missing === 'role' ? t('notice.roleNeeded.title') : t('notice.serverAndRoleNeeded.title'),
        text: notice.missing === 'role-list' ? t('notice.serverAndRoleNeeded.text') : null,
      };
  }
};

export type NoticeProps<Shown = Notice | null> = { readonly actor: WizardActor; readonly notice: Shown };

const NoticeCallout = ({ actor, notice }: NoticeProps<Notice>) => {
  const { t } = useTranslation('recharge');
  const { title, text } = useNoticeText(notice);
  return (
    <Callout
      tone={notice.kind === 'not-created' ? 'error' : 'warning'}
      title={title}
      onDismiss={() => actor.send({ type: 'notice.dismiss' })}
      dismissLabel={t('notice.dismiss')}
    >
      {text}
    </Callout>
  );
};

/** Describes the heading of the step, which takes the focus when the step opens. */
export const STEP_NOTICE_ID = 'step-notice';

/** Why the wizard returned to this step (RCHG-21); nothing while there is no notice. */
export const StepNotice = ({ actor, notice }: NoticeProps) => (
  <LiveRegion id={STEP_NOTICE_ID} urgent>
    {notice && <NoticeCallout actor={actor} notice={notice} />}
  </LiveRegion>
);
