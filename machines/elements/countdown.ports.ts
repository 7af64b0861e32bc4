import { type Port, wirePort } from '../kernel/port.ts';
import { countdownMachine } from './countdown.machine.ts';

export type CountdownPorts = {
  /** Resolves with the whole seconds left, as soon as they change. Never rejects. */
  waitForSecond: Port<number, { readonly deadlineAt: number }>;
};

export const wireCountdown = (ports: CountdownPorts): typeof countdownMachine =>
  countdownMachine.provide({ actors: { waitForSecond: wirePort(ports.waitForSecond) } });
