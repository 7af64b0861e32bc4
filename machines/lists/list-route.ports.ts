import { type ListPorts, wireList } from './list.ports.ts';
import { listRouteMachine } from './list-route.machine.ts';

export const wireListRoute = (ports: ListPorts): typeof listRouteMachine =>
  listRouteMachine.provide({ actors: { list: wireList(ports) } });
