import type { SnapshotFrom } from 'xstate';
import { type Failure, failure as failed } from '../kernel/failure.ts';
import type { UnreadIds } from '../kernel/listed.ts';
import type { Channel, Item, OrderTicket, Purchase } from '../order/order.types.ts';
import { openChannel } from '../wizard/wizard.order.ts';
import type { OrderingScreen, StepNotice } from '../wizard/wizard.types.ts';
import { isReachable, sumOf } from './epoint-recharge.choices.ts';
import type { epointRechargeMachine } from './epoint-recharge.machine.ts';
import type { EpointRechargeStep } from './epoint-recharge.types.ts';

export type EpointRechargeSummary = { readonly item: Item | null; readonly channel: Channel | null };

export type EpointRechargeScreen =
  | OrderingScreen<EpointRechargeSummary>
  | { readonly name: 'loading' }
  | { readonly name: 'failed'; readonly failure: Failure }
  | { readonly name: 'empty' }
  | ({
      readonly name: 'item';
      readonly packages: readonly Item[];
      readonly unread: UnreadIds;
      readonly rebateFailure: Failure | null;
    } & Step)
  | ({ readonly name: 'channel'; readonly channels: readonly Channel[] } & Step)
  /** `unconfirmed`: an earlier order that may exist, so that this one can be a second order. */
  | ({ readonly name: 'confirm'; readonly unconfirmed: Purchase | null } & Step)
  /** The order exists; the screen of its payment actor shows the rest. */
  | { readonly name: 'payment'; readonly ticket: OrderTicket };

type Step = { readonly notice: StepNotice | null; readonly summary: EpointRechargeSummary };

export type EpointRechargeSnapshot = SnapshotFrom<typeof epointRechargeMachine>;

const STEPS = ['item', 'channel', 'confirm'] as const satisfies readonly EpointRechargeStep[];

export const selectReachableEpointSteps = (snapshot: EpointRechargeSnapshot): readonly EpointRechargeStep[] =>
  snapshot.matches({ wizard: 'shop' })
    ? STEPS.filter((step) => step !== snapshot.context.step && isReachable(snapshot.context, step))
    : [];

/** The smallest package that covers the missing points; null if there is none. */
export const sufficientPackage = (packages: readonly Item[], missing: number): Item | null =>
  packages
    .filter((item) => missing > 0 && sumOf(item) >= missing)
    .reduce<Item | null>((best, item) => (best === null || sumOf(item) < sumOf(best) ? item : best), null);

/** The choices of that package, with the method chosen before or else the first open one. */
export const selectSufficientPackage = ({ context }: EpointRechargeSnapshot, missing: number): Purchase | null => {
  const { packages, channels, draft } = context;
  const item = sufficientPackage(packages, missing);
  const channel = openChannel(channels, draft.channelCode) ?? channels.find(({ isOpen }) => isOpen);
  return item && channel ? { recipient: null, item, channel } : null;
};

export const selectEpointRechargeScreen = (snapshot: EpointRechargeSnapshot): EpointRechargeScreen => {
  const { context } = snapshot;
  const { packages, channels, unread, rebateFailure, item, channel, intent, order, notice, unconfirmed, failure } =
    context;
  const summary = { item: intent?.choices.item ?? item, channel: intent?.choices.channel ?? channel };
  if (snapshot.matches({ page: 'inactive' })) return { name: 'inactive' };
  if (snapshot.matches({ wizard: 'paying' }) && order) return { name: 'payment', ticket: order };
  if (snapshot.can({ type: 'order.retry' })) return { name: 'uncertain', lookingUp: false, failure, summary };
  if (snapshot.matches({ wizard: { ordering: 'uncertain' } }))
    return { name: 'uncertain', lookingUp: true, failure: null, summary };
  if (snapshot.matches({ wizard: 'ordering' })) return { name: 'creating', summary };
  const isAt = (place: 'failed' | 'empty' | 'packages' | 'channels' | 'confirming'): boolean =>
    snapshot.matches({ wizard: { shop: place } });
  if (isAt('failed')) return { name: 'failed', failure: failure ?? failed('unknownError') };
  if (isAt('empty')) return { name: 'empty' };
  if (isAt('packages')) return { name: 'item', packages, unread, rebateFailure, notice, summary };
  if (isAt('channels')) return { name: 'channel', channels, notice, summary };
  if (isAt('confirming')) return { name: 'confirm', notice, unconfirmed, summary };
  return { name: 'loading' };
};
