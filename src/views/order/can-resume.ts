import { useSelector } from '@xstate/react';
import { selectCanResume, selectOrderWizard } from '../../../machines/signed-in/signed-in.screens.ts';
import { usePlayer } from '../app/portal.context.tsx';

/** Whether *Continue* shows the payment of the order. Subscribes to the wizard, which does not report when it begins to create an order. */
export const useCanResume = (orderId: string): boolean => {
  const player = usePlayer();
  const wizard = useSelector(player, (snapshot) => snapshot && selectOrderWizard(snapshot, orderId));
  return useSelector(wizard, () => player !== undefined && selectCanResume(player.getSnapshot(), orderId));
};
