import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectWayBack } from '../../../machines/player/player.screens.ts';
import { Button } from '../../ui/button.tsx';
import { usePlayer, usePortal } from '../portal/portal.context.tsx';

/** E Points were bought for something: back to the order that waits for them, or to the choices that were made (EPNT-04). */
export const WayBack = (): ReactNode => {
  const { t } = useTranslation('recharge');
  const portal = usePortal();
  const player = usePlayer();
  const way = useSelector(player, (snapshot) => (snapshot ? selectWayBack(snapshot) : null));
  if (way === null) return null;
  const goBack = () => {
    if (way === 'choices') portal.send({ type: 'page.open', to: '/main/recharge?step=confirm' });
    else player?.send({ type: 'order.resume', orderId: way.slice('order:'.length) });
  };
  return (
    <Button size="lg" icon="bolt" onClick={goBack}>
      {t('epoint.backToOrder')}
    </Button>
  );
};
