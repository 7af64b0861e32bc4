import type { EventObject } from 'xstate';
import type { WizardContext, WizardStep } from './wizard.types.ts';

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
