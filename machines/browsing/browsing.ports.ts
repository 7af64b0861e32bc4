import { type ListingPorts, wireListing } from '../listing/listing.ports.ts';
import { browsingMachine } from './browsing.machine.ts';

export const wireBrowsing = (ports: ListingPorts): typeof browsingMachine =>
  browsingMachine.provide({ actors: { listing: wireListing(ports) } });
