import type { CodePurpose } from '../../src/contract/verification.contract.ts';
import type { AppContext } from '../kernel/context.ts';
import { sandboxMessenger } from '../sandbox/sandbox-mailbox.ts';

/** `target`: an e-mail address, or a phone number in E.164. */
type CodeMessage = { readonly target: string; readonly purpose: CodePurpose; readonly code: string };

/** Carries a code to the player; rejects when it could not be handed over. */
export type Messenger = (message: CodeMessage) => Promise<void>;

/** Null: nobody carries codes. A publisher's own gateway for e-mail and text messages is put here. */
export const messengerOf = ({ config, db, clock }: AppContext): Messenger | null =>
  config.sandbox ? sandboxMessenger(db, clock) : null;
