import { assign, setup } from 'xstate';
import { portStub } from '../kernel/port.ts';
import type { Bulletin, BulletinsContext, BulletinsEvent } from './bulletins.types.ts';

type Bulletins = readonly Bulletin[];
type ContextArgs = { readonly context: BulletinsContext };

export const answerOf = ({ event }: { readonly event: { readonly output: Bulletins } }): Bulletins => event.output;

const idsOf = (bulletins: Bulletins): string => JSON.stringify(bulletins.map(({ bulletinId }) => bulletinId));

export const bulletinsSetup = setup({
  types: { context: {} as BulletinsContext, events: {} as BulletinsEvent },
  actors: { loadBulletins: portStub<Bulletins, Record<string, never>>('loadBulletins') },
  guards: {
    isNews: ({ context }: ContextArgs, bulletins: Bulletins) => idsOf(bulletins) !== idsOf(context.bulletins),
    hasSeveral: ({ context }: ContextArgs) => context.bulletins.length > 1,
  },
  actions: {
    keep: assign((_, bulletins: Bulletins) => ({ bulletins, at: 0 })),
    refresh: assign((_, bulletins: Bulletins) => ({ bulletins })),
    turn: assign(({ context: { bulletins, at }, event }) =>
      event.type === 'bulletin.turn' ? { at: (at + event.by + bulletins.length) % bulletins.length } : {},
    ),
  },
  delays: { later: 300_000, soon: 60_000 },
});
