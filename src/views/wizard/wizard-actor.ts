import type { AnyActorRef } from 'xstate';
import type { WizardEvent } from '../../../machines/wizard/wizard.types.ts';

export type WizardActor = Pick<AnyActorRef, 'subscribe'> & {
  readonly getSnapshot: () => { readonly can: (event: WizardEvent) => boolean };
  readonly send: (event: WizardEvent) => void;
};
