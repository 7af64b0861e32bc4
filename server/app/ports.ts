import { httpGameServer } from '../delivery/http-game-server.ts';
import type { Ports, ProviderRegistry } from '../runtime/context.ts';
import { sandboxGameServer } from '../sandbox/sandbox-game-server.ts';
import { sandboxMessenger } from '../sandbox/sandbox-mailbox.ts';
import { sandboxProvider } from '../sandbox/sandbox-provider.ts';

/** Every payment provider. A publisher's own provider is a function like `sandboxProvider` and one more line here. */
const PROVIDERS: ProviderRegistry = {
  sandbox: { make: sandboxProvider, sandboxOnly: true },
};

/** The systems that the server talks to: the sandbox with SANDBOX=1, otherwise the publisher's systems. */
export const PORTS: Ports = {
  providers: PROVIDERS,
  gameServer: ({ config, db }) => {
    if (config.sandbox) return sandboxGameServer(db);
    if (config.gameServer) return httpGameServer(config.gameServer);
    throw new Error('there is no game server: GAME_SERVER_URL is not set');
  },
  messenger: ({ config, db, clock }) => (config.sandbox ? sandboxMessenger(db, clock) : null),
};
