import type { ActorRefFrom } from 'xstate';
import type { epointRechargeMachine } from '../../../machines/epoint-recharge/epoint-recharge.machine.ts';
import type { EpointRechargeScreen } from '../../../machines/epoint-recharge/epoint-recharge.screens.ts';

export type EpointRechargeActor = ActorRefFrom<typeof epointRechargeMachine>;

type EpointRechargeNamed<Name extends EpointRechargeScreen['name']> = Extract<
  EpointRechargeScreen,
  { readonly name: Name }
>;

/** The screens that show the numbered steps. */
export type EpointRechargeWizardScreen = EpointRechargeNamed<'item' | 'channel' | 'confirm' | 'creating' | 'uncertain'>;

export type ScreenProps<Screen extends EpointRechargeScreen> = {
  readonly actor: EpointRechargeActor;
  readonly screen: Screen;
};

/** Props of one step of the machine. */
export type StepProps<Name extends EpointRechargeScreen['name']> = ScreenProps<EpointRechargeNamed<Name>>;

export const EPOINT_RECHARGE_STEPS = ['item', 'channel', 'confirm'] as const;
export type EpointRechargeWizardStep = (typeof EPOINT_RECHARGE_STEPS)[number];
