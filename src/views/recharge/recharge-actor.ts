import type { ActorRefFrom } from 'xstate';
import type { rechargeMachine } from '../../../machines/recharge/recharge.machine.ts';
import type { RechargeScreen } from '../../../machines/recharge/recharge.screens.ts';

/** Props of what draws the screens with these names. */
export type ScreenProps<Name extends RechargeScreen['name'] = RechargeScreen['name']> = {
  readonly actor: ActorRefFrom<typeof rechargeMachine>;
  readonly screen: Extract<RechargeScreen, { readonly name: Name }>;
};

/** The screens that show the numbered steps. */
export type StepName = Exclude<RechargeScreen['name'], 'inactive' | 'payment'>;
