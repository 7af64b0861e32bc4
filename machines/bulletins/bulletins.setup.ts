import { assign, setup } from 'xstate';
import { portStub } from '../kernel/port.ts';
import type { Bulletin, BulletinsContext, BulletinsEvent } from './bulletins.types.ts';

type Bulletins = readonly Bulletin[];
type ContextArgs = { readonly context: BulletinsContext };

export const resultOf = ({ event }: { readonly event: { readonly output: Bulletins } }): Bulletins => event.output;

const indexOf = (bulletins: Bulletins, bulletin: Bulletin | undefined): number =>
  bulletins.findIndex(({ bulletinId }) => bulletinId === bulletin?.bulletinId);

export const bulletinsSetup = setup({
  types: { context: {} as BulletinsContext, events: {} as BulletinsEvent },
  actors: { loadBulletins: portStub<Bulletins, Record<string, never>>('loadBulletins') },
  guards: {
    hasNewBulletins: ({ context }: ContextArgs, bulletins: Bulletins) =>
      bulletins.some((bulletin) => indexOf(context.bulletins, bulletin) === -1),
    hasMultiple: ({ context }: ContextArgs) => context.bulletins.length > 1,
  },
  actions: {
    setBulletins: assign((_, bulletins: Bulletins) => ({ bulletins, at: 0 })),
    setTexts: assign(({ context }, bulletins: Bulletins) => {
      const at = indexOf(bulletins, context.bulletins[context.at]);
      const lastAt = Math.max(0, bulletins.length - 1);
      return { bulletins, at: at === -1 ? Math.min(context.at, lastAt) : at };
    }),
    setPosition: assign(({ context: { bulletins, at }, event }) =>
      event.type === 'bulletin.turn' ? { at: (at + event.by + bulletins.length) % bulletins.length } : {},
    ),
  },
  delays: { refreshDelay: 300_000, retryDelay: 60_000 },
});
