import { expect, test } from 'vitest';
import { type PortalSnapshot, selectTopUpGameName } from '../../machines/portal/portal.screens.ts';
import { blankPortal } from '../../machines/portal/portal.setup.ts';
import type { PortalContext } from '../../machines/portal/portal.types.ts';

const named = (
  account: string | null,
  configured: readonly [string, string] | null,
  games: readonly string[] | null = [],
) =>
  selectTopUpGameName({
    context: {
      ...blankPortal,
      account: account === null ? null : { userId: 'u', gameAccountId: 'a', gameId: account, displayName: 'Ryn' },
      config: configured && { gameInfo: { gameId: configured[0], name: configured[1], cgi: '' }, loggerUrl: null },
      home: (games && {
        games: games.map((gameId) => ({ gameId, name: `Game ${gameId}` })),
      }) as unknown as PortalContext['home'],
    },
  } as PortalSnapshot);

test('the portal names the game of the account, else the game of its configuration', () => {
  expect(named('moon', ['moon', 'Moon'])).toBe('Moon');
  expect(named('', ['moon', 'Moon'])).toBe('Moon');
  expect(named('', ['', 'Moon'])).toBe('Moon');
  expect(named('comet', ['moon', 'Moon'], ['moon', 'comet'])).toBe('Game comet');
  expect(named('moon', ['moon', ''], ['moon'])).toBe('Game moon');
});

test('no game is named if the API does not name it', () => {
  expect(named('comet', ['moon', 'Moon'], ['moon'])).toBeNull();
  expect(named(null, null)).toBeNull();
});

test('the game of the account is named while the configuration or the home page is missing', () => {
  expect(named('moon', null, ['moon'])).toBe('Game moon');
  expect(named('moon', ['moon', ''], null)).toBeNull();
});
