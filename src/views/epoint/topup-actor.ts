import type { ActorRefFrom } from 'xstate';
import type { topupMachine } from '../../../machines/topup/topup.machine.ts';
import type { TopupScreen } from '../../../machines/topup/topup.screens.ts';

export type TopupActor = ActorRefFrom<typeof topupMachine>;

export type TopupNamed<Name extends TopupScreen['name']> = Extract<TopupScreen, { readonly name: Name }>;

/** The screens that show the numbered steps. */
export type TopupWizardScreen = TopupNamed<'item' | 'channel' | 'confirm' | 'creating' | 'uncertain'>;

export const TOPUP_STEPS = ['item', 'channel', 'confirm'] as const;
export type TopupWizardStep = (typeof TOPUP_STEPS)[number];
