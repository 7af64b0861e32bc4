import { type Port, wirePort } from '../kernel/port.ts';
import { listMachine } from './list.machine.ts';
import type { ListInput, ListResult } from './list.types.ts';

export type ListPorts = {
  /** One page of the list that `query.kind` names; rows of the same kind. Rejects `forbidden` on HTTP 403. */
  loadPage: Port<ListResult, ListInput>;
};

export const wireList = (ports: ListPorts): typeof listMachine =>
  listMachine.provide({ actors: { loadPage: wirePort(ports.loadPage) } });
