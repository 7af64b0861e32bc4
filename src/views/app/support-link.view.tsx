import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useBrowserActions, usePlayer, usePortal } from './portal.context.tsx';

/** Opens an external link as the signed-in player. Without a login, or with a blocked window, it opens like any other link. */
export const useExternalLink = () => {
  const player = usePlayer();
  const { openLinkWindow } = useBrowserActions();
  return (url: string, text: Parameters<typeof openLinkWindow>[0]) => (event: MouseEvent) => {
    const windowRef = player && openLinkWindow(text);
    if (!player || !windowRef) return;
    event.preventDefault();
    player.send({ type: 'link.open', url, windowRef });
  };
};

export type SupportLinkProps = {
  readonly variant?: 'secondary' | 'quiet';
  readonly wide?: boolean;
  readonly compact?: boolean;
};

/** Opens customer service. Without a link it shows a notice. */
export const SupportLink = ({ variant = 'secondary', wide = false, compact = false }: SupportLinkProps) => {
  const { t } = useTranslation('portal');
  const portal = usePortal();
  const openOutside = useExternalLink();
  const { serviceLink } = useBrowserActions();
  const url = serviceLink();
  if (url === null) {
    const missing = () => portal.send({ type: 'toast.add', subject: 'serviceLinkMissing', level: 'error' });
    return (
      <Button variant={variant} wide={wide} icon="support" onClick={missing}>
        <span className={compact ? 'visually-hidden' : undefined}>{t('menu.support')}</span>
      </Button>
    );
  }
  const open = openOutside(url, { title: t('menu.support'), text: t('menu.supportOpening') });
  return (
    <ButtonLink variant={variant} wide={wide} icon="support" external href={url} onClick={open}>
      <span className={compact ? 'visually-hidden' : undefined}>{t('menu.support')}</span>
      <span className="visually-hidden">{` ${t('menu.newWindow')}`}</span>
    </ButtonLink>
  );
};
