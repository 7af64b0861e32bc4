import type { CodePurpose } from '../../src/contract/verification.contract.ts';

/** `target`: an e-mail address, or a phone number in E.164. */
type CodeMessage = { readonly target: string; readonly purpose: CodePurpose; readonly code: string };

/** Sends a verification code to the player. Rejects if it could not be handed over. The player's request waits at most ten seconds for it. */
export type Messenger = (message: CodeMessage) => Promise<void>;
