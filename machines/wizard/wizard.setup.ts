import {
  type ActionFunction,
  assertEvent,
  type EventObject,
  enqueueActions,
  type ParameterizedObject,
  setup,
} from 'xstate';
import type { SubmitOrderEvent } from './submit-order.machine.ts';
import type {
  RechargeTarget,
  WizardContext,
  WizardEffect,
  WizardEvent,
  WizardInternalEvent,
  WizardReport,
  WizardStep,
} from './wizard.types.ts';

type ContextArgs = { readonly context: WizardContext };
type EventArgs<Context extends WizardContext> = { readonly context: Context; readonly event: EventObject };

/** The step of a `step.goto`; undefined for any other event. */
const stepOf = (event: EventObject): unknown =>
  event.type === 'step.goto' && 'step' in event ? event.step : undefined;

/** The guards of both wizards, to be spread into `setup`. */
export const WIZARD_GUARDS = {
  hasIntent: ({ context }: ContextArgs): boolean => context.intent !== null,
  hasOrder: ({ context }: ContextArgs): boolean => context.order !== null,
  /** Whether the event is about the order that the wizard shows. */
  isShownOrder: ({ context, event }: EventArgs<WizardContext>): boolean =>
    'orderId' in event && event.orderId === context.order?.orderId,
  hasNotice: ({ context }: ContextArgs): boolean => context.notice !== null,
  isOtherStep: ({ context, event }: EventArgs<WizardContext>): boolean => {
    const step = stepOf(event);
    return step !== undefined && step !== context.step;
  },
};

/** Creates a guard for `step.goto`: the step must be reachable and not the current one. */
export const canGoTo =
  <Context extends WizardContext>(isReachable: (context: Context, step: WizardStep) => boolean) =>
  (step: WizardStep) =>
  ({ context, event }: EventArgs<Context>): boolean =>
    stepOf(event) === step && context.step !== step && isReachable(context, step);

type SharedEvent = WizardEvent | WizardInternalEvent;
type Step = Pick<WizardContext, 'step'>;

type UserEvent = WizardEvent['type'] | 'server.pick' | 'role.pick' | 'recipient.confirm';

/** The player enters a step with one of these events. Any other event replaces the URL. */
const USER_EVENTS: ReadonlySet<string> = new Set<UserEvent>([
  'server.pick',
  'role.pick',
  'recipient.confirm',
  'item.pick',
  'channel.pick',
  'order.replace',
  'order.resubmit',
  'order.show',
  'recharge.restart',
  'step.back',
  'step.goto',
]);

const shared = setup({ types: { context: {} as WizardContext, events: {} as SharedEvent } });

const createActions = (target: RechargeTarget) => ({
  enterStep: enqueueActions<WizardContext, SharedEvent, Step>(({ context, event, enqueue }, { step }) => {
    if (context.step === step) return;
    enqueue.assign({ step });
    enqueue.raise({ type: 'step.changed', step, replace: !USER_EVENTS.has(event.type) });
  }),
  reportStep: shared.enqueueActions(({ context: { step }, enqueue }) =>
    enqueue.sendParent({ type: 'step.entered', target, step, replace: true } satisfies WizardReport),
  ),
  reportNewStep: shared.enqueueActions(({ event, enqueue }) => {
    assertEvent(event, 'step.changed');
    const { step, replace } = event;
    enqueue.sendParent({ type: 'step.entered', target, step, replace } satisfies WizardReport);
  }),
  stayAtStep: shared.raise({ type: 'step.unchanged' }),
  clearNotice: shared.assign({ notice: null }),

  sendRetry: shared.sendTo('submitOrder', { type: 'order.retry' } satisfies SubmitOrderEvent),
  setShownOrder: shared.assign(({ event }) => {
    assertEvent(event, 'order.show');
    return { order: event.ticket, notice: null };
  }),
  reportOrder: shared.enqueueActions(({ context: { order, windowRef }, enqueue }) => {
    if (order) enqueue.sendParent({ type: 'order.created', ticket: order, windowRef } satisfies WizardReport);
    enqueue.assign({ windowRef: null });
  }),
  setWaiting: shared.assign(({ event }) => {
    assertEvent(event, 'order.waiting');
    return { failure: event.failure };
  }),
  setUnconfirmed: shared.assign(({ context: { intent, unconfirmed } }) => ({
    failure: null,
    unconfirmed: intent?.choices ?? unconfirmed,
    windowRef: null,
  })),
  reportReplaced: shared.enqueueActions(({ enqueue }) =>
    enqueue.sendParent({ type: 'order.replaced' } satisfies WizardReport),
  ),
  deleteIntent: shared.enqueueActions(({ context: { intent }, enqueue }) => {
    if (intent) enqueue.sendTo('effects', { type: 'intent.delete', key: intent.key } satisfies WizardEffect);
    enqueue.assign({ intent: null });
  }),
});

type Action<
  Context extends WizardContext,
  Event extends EventObject,
  Params extends ParameterizedObject['params'] | undefined = undefined,
> = ActionFunction<Context, Event, Event, Params, never, never, never, never, never>;

type Name = keyof ReturnType<typeof createActions>;

type WizardActions<Context extends WizardContext, Event extends EventObject> = {
  readonly [Key in Exclude<Name, 'enterStep'>]: Action<Context, Event>;
} & { readonly enterStep: Action<Context, Event, Pick<Context, 'step'>> };

/**
 * The actions of both wizards, to be spread into `setup`. `Event` must contain the shared events. The assertion is needed
 * because XState's action types accept neither a larger context nor a larger event union.
 */
export const wizardActions = <Context extends WizardContext, Event extends EventObject>(
  target: SharedEvent['type'] extends Event['type'] ? RechargeTarget : never,
) => createActions(target) as unknown as WizardActions<Context, Event>;
