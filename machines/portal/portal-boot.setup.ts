import { sendParent, setup } from 'xstate';
import type { HomeConfig } from '../home/home.types.ts';
import { toFailure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import type { BootEvent, BootReport } from './portal-boot.types.ts';
import type { PortalConfig } from './portal-config.types.ts';

type Nothing = Record<string, never>;
type Resolved<T> = { readonly output: T };
type Rejected = { readonly error: unknown };

export const bootSetup = setup({
  types: { events: {} as BootEvent },
  actors: {
    loadConfig: portStub<PortalConfig, Nothing>('portal.loadConfig'),
    syncClock: portStub<{ readonly offsetMs: number }, Nothing>('portal.syncClock'),
    loadHome: portStub<HomeConfig, Nothing>('portal.loadHome'),
  },
  actions: {
    reportConfig: sendParent(
      (_, { output }: Resolved<PortalConfig>): BootReport => ({ type: 'config.loaded', config: output }),
    ),
    reportConfigFailed: sendParent(
      (_, { error }: Rejected): BootReport => ({ type: 'config.failed', failure: toFailure(error) }),
    ),
    reportClock: sendParent(
      (_, { output }: Resolved<{ readonly offsetMs: number }>): BootReport => ({
        type: 'clock.synced',
        offsetMs: output.offsetMs,
      }),
    ),
    reportHome: sendParent(
      (_, { output }: Resolved<HomeConfig>): BootReport => ({ type: 'home.loaded', home: output }),
    ),
    reportHomeFailed: sendParent(
      (_, { error }: Rejected): BootReport => ({ type: 'home.failed', failure: toFailure(error) }),
    ),
  },
  delays: { retryDelay: 30_000 },
});
