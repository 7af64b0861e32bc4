import type { Failure } from '../kernel/failure.ts';
import { refusedChoice, withRefusal } from '../wizard/wizard.refusal.ts';
import { draftOf } from './recharge.choices.ts';
import type { RechargeContext } from './recharge.types.ts';

/** A list could not be loaded because an earlier choice is no longer available: the player returns to that step. */
export const isEarlierChoiceGone = (failure: Failure): boolean => {
  const refused = refusedChoice(failure);
  return refused === 'role' || refused === 'server' || refused === 'item';
};

/** Drops the refused choice; the others remain. */
export const withoutRefusedChoice = (context: RechargeContext, failure: Failure): Partial<RechargeContext> => {
  const refused = refusedChoice(failure);
  const draft = draftOf(context);
  return {
    ...withRefusal(failure),
    ...(refused === 'role' && { roleId: null, draft: { ...draft, roleId: null } }),
    ...(refused === 'item' && {
      item: null,
      items: context.items.filter(({ itemId }) => itemId !== draft.itemId),
      draft: { ...draft, itemId: null },
    }),
    ...(refused === 'channel' && { channel: null, channels: [], draft: { ...draft, channelCode: null } }),
  };
};
