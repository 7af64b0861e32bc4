import type { AnyStateMachine } from 'xstate';
import { METHOD_KINDS, type MethodKind } from '../order/order.methods.ts';
import { pointPaymentMachine } from './points/point-payment.machine.ts';
import { wirePointPayment } from './points/point-payment.ports.ts';
import { redirectPaymentMachine } from './redirect/redirect-payment.machine.ts';
import { wireRedirectPayment } from './redirect/redirect-payment.ports.ts';

/** The machine of each payment method, and how it gets its ports. */
const METHODS = {
  redirect: { machine: redirectPaymentMachine, wire: wireRedirectPayment },
  points: { machine: pointPaymentMachine, wire: wirePointPayment },
} satisfies Record<MethodKind, { readonly machine: AnyStateMachine; readonly wire: (ports: never) => AnyStateMachine }>;

type Methods = typeof METHODS;
export type MethodMachines = { readonly [Kind in keyof Methods]: Methods[Kind]['machine'] };
export type MethodPorts = {
  readonly [Kind in MethodKind]: Kind extends keyof Methods ? Parameters<Methods[Kind]['wire']>[0] : never;
};

const machinesOf = (machineOf: (kind: MethodKind) => AnyStateMachine): MethodMachines =>
  Object.fromEntries(METHOD_KINDS.map((kind) => [kind, machineOf(kind)])) as MethodMachines;

export const METHOD_MACHINES = machinesOf((kind) => METHODS[kind].machine);

export const wireMethods = (ports: MethodPorts): MethodMachines =>
  machinesOf((kind) => METHODS[kind].wire(ports[kind] as never));
