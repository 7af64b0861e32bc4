import { type PortalSnapshot, selectTopUpGameId } from './portal.screens.ts';

/** Name of the game that this portal tops up; null if the API does not send it. */
export const selectTopUpGameName = (snapshot: PortalSnapshot): string | null => {
  const { config, home } = snapshot.context;
  const gameId = selectTopUpGameId(snapshot);
  const configured = gameId === null || config?.gameInfo.gameId === gameId ? config?.gameInfo.name : null;
  return configured || (home?.games.find((game) => game.gameId === gameId)?.name ?? null);
};
