import type { HomeConfig } from '../home/home.types.ts';
import type { Failure } from '../kernel/failure.ts';
import type { PortalConfig } from './portal-config.types.ts';

export type BootEvent = { readonly type: 'boot.retry' };

/** Reports to the portal. Only the configuration is required to continue. */
export type BootReport =
  | { readonly type: 'config.loaded'; readonly config: PortalConfig }
  | { readonly type: 'config.failed'; readonly failure: Failure }
  | { readonly type: 'clock.synced'; readonly offsetMs: number }
  | { readonly type: 'home.loaded'; readonly home: HomeConfig }
  | { readonly type: 'home.failed'; readonly failure: Failure };
