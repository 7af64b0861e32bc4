import { httpGameServer } from '../delivery/http-game-server.ts';
import type { AppContext } from '../kernel/context.ts';
import type { GameServer } from '../ports/game-server.ts';
import { sandboxGameServer } from '../sandbox/sandbox-game-server.ts';

/** The game server that orders are delivered to: the sandbox's with SANDBOX=1, else the one at GAME_SERVER_URL. */
export const gameServerOf = ({ config, db }: Pick<AppContext, 'config' | 'db'>): GameServer => {
  if (config.sandbox) return sandboxGameServer(db);
  if (config.gameServer) return httpGameServer(config.gameServer);
  throw new Error('there is no game server: GAME_SERVER_URL is not set');
};
