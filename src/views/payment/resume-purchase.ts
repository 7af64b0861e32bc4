import { useSelector } from '@xstate/react';
import { selectResumePurchase } from '../../../machines/signed-in/signed-in.screens.ts';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import { useCanResume } from '../order/can-resume.ts';

/**
 * Returns to the purchase that E Points are bought for: the deferred order or the choices (EPNT-04); null without any. `canResume`: false
 * while the wizard of the order creates another one.
 */
export const useResumePurchase = (): { readonly resume: () => void; readonly canResume: boolean } | null => {
  const portal = usePortal();
  const player = usePlayer();
  const way = useSelector(player, (snapshot) => (snapshot ? selectResumePurchase(snapshot) : null));
  const orderId = way === null || way === 'choices' ? null : way.slice('order:'.length);
  const canResumeOrder = useCanResume(orderId ?? '');
  if (way === null) return null;
  if (orderId === null)
    return { canResume: true, resume: () => portal.send({ type: 'page.open', to: '/main/recharge?step=confirm' }) };
  return { canResume: canResumeOrder, resume: () => player?.send({ type: 'order.resume', orderId }) };
};
