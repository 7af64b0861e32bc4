import type { ActorRefFrom } from 'xstate';
import type { rechargeMachine } from '../../../machines/recharge/recharge.machine.ts';
import type { RechargeScreen } from '../../../machines/recharge/recharge.screens.ts';

export type ScreenProps<Name extends RechargeScreen['name'] = RechargeScreen['name']> = {
  readonly actor: ActorRefFrom<typeof rechargeMachine>;
  readonly screen: Extract<RechargeScreen, { readonly name: Name }>;
};

export type StepName = Exclude<RechargeScreen['name'], 'inactive' | 'payment'>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A screen has parts, a part has rows or a choice, and a choice has fields. Rows are compared by identity. */
const DEPTH = 3;

/** Whether two screens, or the props of two components, render the same. */
export const isSameScreen = (one: unknown, other: unknown, depth = DEPTH): boolean => {
  if (Object.is(one, other)) return true;
  if (depth === 0 || !isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => isSameScreen(one[name], other[name], depth - 1))
  );
};
