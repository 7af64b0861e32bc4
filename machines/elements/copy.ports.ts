import { type Port, wirePort } from '../kernel/port.ts';
import { copyMachine } from './copy.machine.ts';

export type CopyPorts = {
  /** Runs inside the click. Resolves to false when the clipboard refuses. */
  copyText: Port<boolean, Record<string, never>>;
};

export const wireCopy = (ports: CopyPorts): typeof copyMachine =>
  copyMachine.provide({ actors: { copyText: wirePort(ports.copyText) } });
