import type { Failure, FailureReason } from '../kernel/failure.ts';
import { draftOf } from './recharge.choices.ts';
import type { RechargeContext, StepNotice } from './recharge.types.ts';

/** What has to be asked again before the player can go on; null: nothing, the failure is shown where it happened. */
export type AskedAgain = 'recipient' | 'role' | 'server' | 'item' | 'channel' | 'price';

const ASKED_AGAIN: Partial<Record<FailureReason, AskedAgain>> = {
  recipientNeeded: 'recipient',
  roleGone: 'role',
  serverMaintenance: 'server',
  itemGone: 'item',
  channelClosed: 'channel',
  priceChanged: 'price',
};

export const stepToRepeat = ({ reason }: Failure): AskedAgain | null => ASKED_AGAIN[reason] ?? null;

/** Of a list: its failure sends the player back to an earlier step. */
export const isEarlierChoiceGone = (failure: Failure): boolean => {
  const asked = stepToRepeat(failure);
  return asked === 'role' || asked === 'server' || asked === 'item';
};

/** What the step that is asked again says. */
export const noticeOf = (failure: Failure): StepNotice => {
  const asked = stepToRepeat(failure);
  if (asked === 'recipient') return { kind: 'recipient-needed', missing: 'role-list' };
  if (asked === 'role') return { kind: 'role-gone' };
  if (asked === 'server') return { kind: 'maintenance' };
  if (asked === 'item') return { kind: 'item-gone' };
  if (asked === 'channel') return { kind: 'channel-closed' };
  return { kind: 'not-created', failure };
};

/** After a definite "no": the choice it names is dropped, the others stay. */
export const afterRefusal = (context: RechargeContext, failure: Failure): Partial<RechargeContext> => {
  const asked = stepToRepeat(failure);
  const wish = draftOf(context);
  return {
    failure,
    notice: noticeOf(failure),
    intent: null,
    windowRef: null,
    ...(asked === 'role' && { roleId: null, draft: { ...wish, roleId: null } }),
    ...(asked === 'item' && {
      item: null,
      items: context.items.filter(({ itemId }) => itemId !== wish.itemId),
      draft: { ...wish, itemId: null },
    }),
    ...(asked === 'channel' && { channel: null, channels: [], draft: { ...wish, channelCode: null } }),
  };
};
