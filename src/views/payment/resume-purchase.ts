import { useSelector } from '@xstate/react';
import { selectResumePurchase } from '../../../machines/signed-in/signed-in.screens.ts';
import { usePlayer, usePortal } from '../app/portal.context.tsx';
import { useCanResume } from '../order/payment-actor.ts';

/**
 * Returns to the purchase for which E Points are bought: the deferred order or the choices (EPNT-04); null if there is none. `canResume`:
 * false while the wizard of the order creates a different order.
 */
export const useResumePurchase = (): { readonly resume: () => void; readonly canResume: boolean } | null => {
  const portal = usePortal();
  const player = usePlayer();
  const target = useSelector(player, (snapshot) => (snapshot ? selectResumePurchase(snapshot) : null));
  const orderId = target === null || target === 'choices' ? null : target.slice('order:'.length);
  const canResumeOrder = useCanResume(orderId ?? '');
  if (target === null) return null;
  if (orderId === null)
    return { canResume: true, resume: () => portal.send({ type: 'page.open', to: '/main/recharge?step=confirm' }) };
  return { canResume: canResumeOrder, resume: () => player?.send({ type: 'order.resume', orderId }) };
};
