import type { AnyStateMachine } from 'xstate';
import { type PortsOf, wire } from '../kernel/port.ts';
import { METHOD_KINDS, type MethodKind } from '../order/order.methods.ts';
import { pointPaymentMachine } from './points/point-payment.machine.ts';
import { redirectPaymentMachine } from './redirect/redirect-payment.machine.ts';

export const METHOD_MACHINES = {
  redirect: redirectPaymentMachine,
  points: pointPaymentMachine,
} satisfies Record<MethodKind, AnyStateMachine>;

export type MethodMachines = typeof METHOD_MACHINES;
export type MethodPorts = {
  readonly [Kind in MethodKind]: Kind extends keyof MethodMachines ? PortsOf<MethodMachines[Kind]> : never;
};

export const wireMethods = (ports: MethodPorts): MethodMachines =>
  Object.fromEntries(
    METHOD_KINDS.map((kind) => [kind, wire<AnyStateMachine, object>(METHOD_MACHINES[kind], ports[kind], {})]),
  ) as MethodMachines;
