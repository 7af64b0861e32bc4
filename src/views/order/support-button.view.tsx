import { useTranslation } from 'react-i18next';
import type { OrderRecord, OrderTicket } from '../../../machines/order/order.types.ts';
import { supportLines } from '../app/breadcrumb-text.ts';
import { CopyButton } from '../app/copy-button.view.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import { supportBundle, supportFacts } from './support-bundle.ts';

/** Copies the support bundle; available for every order in every status (RCHG-22). */
export const SupportButton = ({
  ticket = null,
  record,
}: {
  readonly ticket?: OrderTicket | null;
  readonly record: OrderRecord | null;
}) => {
  const { t } = useTranslation('payment');
  const about = useBrowserActions();
  const facts = supportFacts(ticket, record);
  if (!facts) return null;
  return (
    <CopyButton
      variant="quiet"
      label={t('action.support')}
      copiedLabel={t('action.supportCopied')}
      text={() => supportBundle(facts, supportLines(about))}
    />
  );
};
