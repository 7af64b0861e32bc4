import { sendParent, setup } from 'xstate';
import type { HomeConfig } from '../home/home.types.ts';
import { type Failure, failureOf } from '../kernel/failure.ts';
import { type Port, ports } from '../kernel/port.ts';

/** `/api/setting/init`. A field is empty if the API omits it. */
export type PortalConfig = {
  readonly gameInfo: { readonly gameId: string; readonly name: string; readonly cgi: string };
  readonly loggerUrl: string | null;
};

type BootEvent = { readonly type: 'boot.retry' };

/** Reports to the portal. Only the configuration is required to continue. */
export type BootReport =
  | { readonly type: 'config.loaded'; readonly config: PortalConfig }
  | { readonly type: 'config.failed'; readonly failure: Failure }
  | { readonly type: 'clock.synced'; readonly offsetMs: number }
  | { readonly type: 'home.loaded'; readonly home: HomeConfig }
  | { readonly type: 'home.failed'; readonly failure: Failure };

type ClockOffset = { readonly offsetMs: number };

export type BootPorts = {
  /** `/api/setting/init`. */
  loadConfig: Port<PortalConfig>;
  /** Calls `/api/setting/time` several times and returns the offset of the fastest response in ms. Also sets the clock of the views. */
  syncClock: Port<ClockOffset>;
  /** `/api/setting/webHomeConf`. */
  loadHome: Port<HomeConfig>;
};

export const bootMachine = setup({
  types: { events: {} as BootEvent },
  actors: ports<BootPorts>({ loadConfig: 'port', syncClock: 'port', loadHome: 'port' }),
  actions: {
    reportConfig: sendParent((_, config: PortalConfig): BootReport => ({ type: 'config.loaded', config })),
    reportConfigFailed: sendParent((args): BootReport => ({ type: 'config.failed', failure: failureOf(args) })),
    reportClock: sendParent((_, { offsetMs }: ClockOffset): BootReport => ({ type: 'clock.synced', offsetMs })),
    reportHome: sendParent((_, home: HomeConfig): BootReport => ({ type: 'home.loaded', home })),
    reportHomeFailed: sendParent((args): BootReport => ({ type: 'home.failed', failure: failureOf(args) })),
  },
  delays: { retryDelay: 30_000 },
}).createMachine({
  id: 'boot',
  options: { maxIterations: 1_000 },
  description: 'Loads config, clock and home page in parallel before login.',
  type: 'parallel',
  states: {
    config: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadConfig',
            src: 'loadConfig',
            input: {},
            onDone: { target: 'loaded', actions: { type: 'reportConfig', params: ({ event }) => event.output } },
            onError: { target: 'failed', actions: 'reportConfigFailed' },
          },
        },
        loaded: {},
        failed: { description: 'The root restarts this machine on a retry.' },
      },
    },
    clock: {
      initial: 'syncing',
      states: {
        syncing: {
          invoke: {
            id: 'syncClock',
            src: 'syncClock',
            input: {},
            onDone: { target: 'synced', actions: { type: 'reportClock', params: ({ event }) => event.output } },
            onError: 'failed',
          },
        },
        synced: {},
        failed: { description: 'The device clock is used until the next attempt.', after: { retryDelay: 'syncing' } },
      },
    },
    home: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadHome',
            src: 'loadHome',
            input: {},
            onDone: { target: 'loaded', actions: { type: 'reportHome', params: ({ event }) => event.output } },
            onError: { target: 'failed', actions: 'reportHomeFailed' },
          },
        },
        loaded: {},
        failed: { after: { retryDelay: 'loading' }, on: { 'boot.retry': 'loading' } },
      },
    },
  },
});
