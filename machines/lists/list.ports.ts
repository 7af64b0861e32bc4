import { type Port, wirePort } from '../kernel/port.ts';
import { listMachine } from './list.machine.ts';
import type { ListInput, ListResult } from './list.types.ts';
import { orderExportMachine } from './order-export.machine.ts';
import type { OrderExportRead, OrderExportStep } from './order-export.types.ts';

export type ListPorts = {
  /** Loads one page of the list of `query.kind`, with rows of that kind. Rejects with `forbidden` on HTTP 403. */
  loadPage: Port<ListResult, ListInput>;
  /** Loads one more page of an export. Rejects with `loadFailed` if the code of the export does not load. */
  loadNextPage: Port<OrderExportRead, OrderExportStep>;
};

export const wireList = (ports: ListPorts): typeof listMachine => {
  const orderExport = orderExportMachine.provide({ actors: { loadNextPage: wirePort(ports.loadNextPage) } });
  return listMachine.provide({ actors: { loadPage: wirePort(ports.loadPage), orderExport } });
};
