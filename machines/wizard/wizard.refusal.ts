import type { Failure, FailureReason } from '../kernel/failure.ts';
import type { StepNotice, WizardContext } from './wizard.types.ts';

/** The choice that a refusal concerns. The player makes it again; a new price only needs to be confirmed. */
export type RefusedChoice = 'recipient' | 'role' | 'server' | 'item' | 'channel' | 'price';

/** `notice` null: the reloaded item list shows what changed. */
type Refusal = { readonly choice: RefusedChoice; readonly notice: StepNotice | null };

const REFUSALS: Partial<Record<FailureReason, Refusal>> = {
  recipientNeeded: { choice: 'recipient', notice: { kind: 'recipient-needed', missing: 'role-list' } },
  roleGone: { choice: 'role', notice: { kind: 'role-gone' } },
  serverMaintenance: { choice: 'server', notice: { kind: 'maintenance' } },
  itemGone: { choice: 'item', notice: { kind: 'item-gone' } },
  channelClosed: { choice: 'channel', notice: { kind: 'channel-closed' } },
  priceChanged: { choice: 'price', notice: null },
};

/** Null: the failure concerns no choice and is shown where it happened. */
export const refusedChoice = ({ reason }: Failure): RefusedChoice | null => REFUSALS[reason]?.choice ?? null;

/** The order was refused and does not exist: shows why and drops the intent. */
export const withRefusal = (
  failure: Failure,
): Pick<WizardContext, 'failure' | 'notice' | 'windowRef'> & { intent: null } => ({
  failure,
  notice: REFUSALS[failure.reason]?.notice ?? { kind: 'not-created', failure },
  intent: null,
  windowRef: null,
});
