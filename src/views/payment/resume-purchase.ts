import { useSelector } from '@xstate/react';
import { selectResumePurchase } from '../../../machines/signed-in/signed-in.screens.ts';
import { usePlayer, usePortal } from '../app/portal.context.tsx';

/** Returns to the purchase that E Points are bought for: the deferred order or the choices (EPNT-04); null without any. */
export const useResumePurchase = (): (() => void) | null => {
  const portal = usePortal();
  const player = usePlayer();
  const way = useSelector(player, (snapshot) => (snapshot ? selectResumePurchase(snapshot) : null));
  if (way === null) return null;
  if (way === 'choices') return () => portal.send({ type: 'page.open', to: '/main/recharge?step=confirm' });
  return () => player?.send({ type: 'order.resume', orderId: way.slice('order:'.length) });
};
