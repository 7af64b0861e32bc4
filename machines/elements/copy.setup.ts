import { type DoneActorEvent, setup } from 'xstate';
import { portStub } from '../kernel/port.ts';
import type { CopyEvent } from './copy.types.ts';

export const isCopiedOf = ({ event }: { readonly event: DoneActorEvent<boolean> }): boolean => event.output;

export const copySetup = setup({
  types: { events: {} as CopyEvent },
  actors: { copyText: portStub<boolean, Record<string, never>>('copyText') },
  guards: { isCopied: (_, isCopied: boolean) => isCopied },
  delays: { confirmation: 2_500 },
});
