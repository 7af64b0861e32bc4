import { type PortsOf, wire } from '../kernel/port.ts';
import type { RefusedStatus } from '../order/order.types.ts';
import { type ResumePorts, resumeMachine } from './resume.machine.ts';
import { signedInMachine } from './signed-in.machine.ts';
import type { SignedInOwnPorts } from './signed-in.types.ts';

export type SignedInPorts = SignedInOwnPorts &
  ResumePorts & {
    /** Writes a line to the client's log. Never throws. */
    logRefusedStatus: (refused: RefusedStatus) => void;
  };

/** The child machines, wired to their ports. */
type SignedInChildren = Omit<PortsOf<typeof signedInMachine>, keyof SignedInOwnPorts | 'resume'>;

export const wireSignedIn = (ports: SignedInPorts, children: SignedInChildren): typeof signedInMachine =>
  wire(signedInMachine, ports, {
    ...children,
    resume: wire(resumeMachine, ports),
  }).provide({ actions: { logRefusedStatus: (_, refused) => ports.logRefusedStatus(refused) } });
