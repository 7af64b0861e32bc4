import { type Port, wirePort } from '../kernel/port.ts';
import { listingMachine } from './listing.machine.ts';
import type { ListAnswer, ListInput } from './listing.types.ts';

export type ListingPorts = {
  /** One page of the list that `query.kind` names; rows of the same kind. Rejects `forbidden` on HTTP 403. */
  loadPage: Port<ListAnswer, ListInput>;
};

export const wireListing = (ports: ListingPorts): typeof listingMachine =>
  listingMachine.provide({ actors: { loadPage: wirePort(ports.loadPage) } });
