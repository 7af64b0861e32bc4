import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { usePortal } from './portal.context.tsx';

export const LogoutButton = () => {
  const { t } = useTranslation('portal');
  const portal = usePortal();
  const canLeave = useSelector(portal, (snapshot) => snapshot.can({ type: 'logout.request' }));
  return (
    <Button
      variant="quiet"
      wide
      icon="logout"
      disabled={!canLeave}
      onClick={() => portal.send({ type: 'logout.request' })}
    >
      {t('menu.logout')}
    </Button>
  );
};
