import { assertEvent, assign, type DoneActorEvent, setup } from 'xstate';
import { type Port, ports } from '../kernel/port.ts';

/** A line above every page. `titles` is keyed by BCP 47 tag; `articleId` is the article it links to, if any. */
export type Bulletin = {
  readonly bulletinId: string;
  readonly title: string;
  readonly titles: Readonly<Record<string, string>>;
  readonly articleId: string | null;
};

type BulletinsContext = {
  /** Most important first. */
  readonly bulletins: readonly Bulletin[];
  /** Index of the bulletin in the strip; 0 without bulletins. */
  readonly at: number;
};

type BulletinsEvent =
  /** Shows the next or the previous bulletin and wraps around. */
  | { readonly type: 'bulletin.turn'; readonly by: 1 | -1 }
  /** Closes the strip until the next visit or until a bulletin is new. */
  | { readonly type: 'strip.close' };

export type BulletinsPorts = {
  /** `GET /api/bulletin/top`. */
  loadBulletins: Port<readonly Bulletin[]>;
};

type Bulletins = readonly Bulletin[];
type MachineEvent = BulletinsEvent | DoneActorEvent<Bulletins, 'loadBulletins'>;

const bulletinsIn = (event: MachineEvent): Bulletins => {
  assertEvent(event, 'xstate.done.actor.loadBulletins');
  return event.output;
};

const indexOf = (bulletins: Bulletins, bulletin: Bulletin | undefined): number =>
  bulletins.findIndex(({ bulletinId }) => bulletinId === bulletin?.bulletinId);

export const bulletinsMachine = setup({
  types: { context: {} as BulletinsContext, events: {} as MachineEvent },
  actors: ports<BulletinsPorts>({ loadBulletins: 'port' }),
  guards: {
    hasNewBulletins: ({ context, event }) =>
      bulletinsIn(event).some((bulletin) => indexOf(context.bulletins, bulletin) === -1),
    hasMultiple: ({ context }) => context.bulletins.length > 1,
  },
  actions: {
    setBulletins: assign(({ event }) => ({ bulletins: bulletinsIn(event), at: 0 })),
    setTexts: assign(({ context, event }) => {
      const bulletins = bulletinsIn(event);
      const at = indexOf(bulletins, context.bulletins[context.at]);
      const lastAt = Math.max(0, bulletins.length - 1);
      return { bulletins, at: at === -1 ? Math.min(context.at, lastAt) : at };
    }),
    setPosition: assign(({ context: { bulletins, at }, event }) =>
      event.type === 'bulletin.turn' ? { at: (at + event.by + bulletins.length) % bulletins.length } : {},
    ),
  },
  delays: { refreshDelay: 300_000, retryDelay: 60_000 },
}).createMachine({
  id: 'bulletins',
  options: { maxIterations: 1_000 },
  context: { bulletins: [], at: 0 },
  type: 'parallel',
  states: {
    content: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadBulletins',
            src: 'loadBulletins',
            input: {},
            onDone: [
              { guard: 'hasNewBulletins', target: ['loaded', '#bulletins.strip.open'], actions: 'setBulletins' },
              { target: 'loaded', actions: 'setTexts' },
            ],
            onError: 'failed',
          },
        },
        loaded: { after: { refreshDelay: 'refreshing' } },
        failed: {
          description: 'Fails silently: bulletins are optional.',
          after: { retryDelay: 'refreshing' },
        },
        refreshing: {
          description: 'Reloads every five minutes, because a page may stay open for days.',
          invoke: {
            id: 'loadBulletins',
            src: 'loadBulletins',
            input: {},
            onDone: [
              { guard: 'hasNewBulletins', target: ['loaded', '#bulletins.strip.open'], actions: 'setBulletins' },
              { target: 'loaded', actions: 'setTexts' },
            ],
            onError: 'failed',
          },
        },
      },
    },
    strip: {
      initial: 'open',
      states: {
        open: {
          on: {
            'bulletin.turn': { guard: 'hasMultiple', actions: 'setPosition' },
            'strip.close': 'closed',
          },
        },
        closed: {},
      },
    },
  },
});
