import type { ActorRefFrom } from 'xstate';
import type { epointRechargeMachine } from '../../../machines/epoint-recharge/epoint-recharge.machine.ts';
import type { EpointRechargeScreen } from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';

export type ScreenProps<Name extends EpointRechargeScreen['name'] = EpointRechargeScreen['name']> = {
  readonly actor: ActorRefFrom<typeof epointRechargeMachine>;
  readonly screen: Extract<EpointRechargeScreen, { readonly name: Name }>;
};
