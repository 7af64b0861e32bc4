import { type Port, wirePort } from '../kernel/port.ts';
import { listMachine } from './list.machine.ts';
import type { ListInput, ListResult } from './list.types.ts';
import { orderExportMachine } from './order-export.machine.ts';

export type ListPorts = {
  /** Loads one page of the list of `query.kind`, with rows of that kind. Rejects with `forbidden` on HTTP 403. */
  loadPage: Port<ListResult, ListInput>;
};

export const wireList = (ports: ListPorts): typeof listMachine => {
  const loadPage = wirePort(ports.loadPage);
  const orderExport = orderExportMachine.provide({ actors: { loadPage } });
  return listMachine.provide({ actors: { loadPage, orderExport } });
};
