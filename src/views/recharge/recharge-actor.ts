import type { ActorRefFrom } from 'xstate';
import type { rechargeMachine } from '../../../machines/recharge/recharge.machine.ts';
import type { RechargeScreen } from '../../../machines/recharge/recharge.screens.ts';

export type RechargeActor = ActorRefFrom<typeof rechargeMachine>;

export type ScreenNamed<Name extends RechargeScreen['name']> = Extract<RechargeScreen, { readonly name: Name }>;

/** The screens that show the numbered steps. */
export type WizardScreen = ScreenNamed<'server' | 'role' | 'item' | 'channel' | 'confirm' | 'creating' | 'uncertain'>;

export type ScreenProps<Screen extends RechargeScreen> = { readonly actor: RechargeActor; readonly screen: Screen };

/** Props of one step of the machine. */
export type StepProps<Name extends RechargeScreen['name']> = ScreenProps<ScreenNamed<Name>>;

/** The steps as the page numbers them: server and role are one. */
export const RECHARGE_STEPS = ['recipient', 'item', 'channel', 'confirm'] as const;
export type RechargeStep = (typeof RECHARGE_STEPS)[number];
