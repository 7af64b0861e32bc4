import { type Port, wirePort } from '../kernel/port.ts';
import { listMachine } from './list.machine.ts';
import type { ListInput, ListResult } from './list.types.ts';
import { orderExportMachine } from './order-export.machine.ts';

export type ListPorts = {
  /** One page of the list that `query.kind` names; rows of the same kind. Rejects `forbidden` on HTTP 403. */
  loadPage: Port<ListResult, ListInput>;
};

export const wireList = (ports: ListPorts): typeof listMachine => {
  const loadPage = wirePort(ports.loadPage);
  const orderExport = orderExportMachine.provide({ actors: { loadPage } });
  return listMachine.provide({ actors: { loadPage, orderExport } });
};
