import { useTranslation } from 'react-i18next';
import type { RechargeSummary } from '../../../machines/recharge/recharge.screens.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { CopyButton } from '../app/copy-button.view.tsx';
import { topUpUrl } from '../order/again-url.ts';
import css from '../wizard/order-summary.module.css';

export type PhoneCodeProps = {
  readonly summary: Pick<RechargeSummary, 'recipient' | 'item'>;
  readonly onClose: () => void;
};

/** The link to the same choices, for a phone. It contains no session. */
export const PhoneCode = ({ summary: { recipient, item }, onClose }: PhoneCodeProps) => {
  const { t } = useTranslation(['recharge', 'payment', 'session']);
  const path = topUpUrl({
    server: recipient?.serverId ?? null,
    role: recipient?.roleId ?? null,
    item: item?.itemId ?? null,
  });
  const link = `${location.origin}${path}`;
  return (
    <Dialog
      open
      label={t('summary.toPhone')}
      onDismiss={onClose}
      actions={
        <>
          <CopyButton label={t('payment:blocked.copyLink')} copiedLabel={t('payment:copied')} text={() => link} />
          <Button onClick={onClose}>{t('session:expired.confirm')}</Button>
        </>
      }
    >
      <p>{t('summary.toPhoneText')}</p>
      <div className={css['code']}>
        <QrCode text={link} label={t('summary.toPhone')} />
      </div>
    </Dialog>
  );
};
