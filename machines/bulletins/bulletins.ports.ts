import { type Port, wirePort } from '../kernel/port.ts';
import { bulletinsMachine } from './bulletins.machine.ts';
import type { Bulletin } from './bulletins.types.ts';

export type BulletinsPorts = {
  /** `GET /api/bulletin/top`. */
  loadBulletins: Port<readonly Bulletin[], Record<string, never>>;
};

export const wireBulletins = (ports: BulletinsPorts): typeof bulletinsMachine =>
  bulletinsMachine.provide({ actors: { loadBulletins: wirePort(ports.loadBulletins) } });
