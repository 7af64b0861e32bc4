import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useGestures, usePlayer, usePortal } from '../portal/portal.context.tsx';

export type SupportLinkProps = {
  readonly variant?: 'secondary' | 'quiet';
  readonly wide?: boolean /** Its sign alone. */;
  readonly compact?: boolean;
};

/**
 * Customer service, from anywhere. Whoever is logged in arrives there under their own name; when the window for that is blocked, the
 * link opens like any other. Without a link it says so.
 */
export const SupportLink = ({ variant = 'secondary', wide = false, compact = false }: SupportLinkProps): ReactNode => {
  const { t } = useTranslation('portal');
  const portal = usePortal();
  const player = usePlayer();
  const { serviceLink, openLinkWindow } = useGestures();
  const url = serviceLink();
  if (url === null) {
    const missing = () => portal.send({ type: 'notice.add', subject: 'serviceLinkMissing', level: 'error' });
    return (
      <Button variant={variant} wide={wide} icon="support" onClick={missing}>
        <span className={compact ? 'visually-hidden' : undefined}>{t('menu.support')}</span>
      </Button>
    );
  }
  const open = (event: MouseEvent) => {
    const windowRef = player && openLinkWindow({ title: t('menu.support'), text: t('menu.supportOpening') });
    if (!player || !windowRef) return;
    event.preventDefault();
    player.send({ type: 'link.open', url, windowRef });
  };
  return (
    <ButtonLink variant={variant} wide={wide} icon="support" external href={url} onClick={open}>
      <span className={compact ? 'visually-hidden' : undefined}>{t('menu.support')}</span>{' '}
      <span className="visually-hidden">{t('menu.newWindow')}</span>
    </ButtonLink>
  );
};
