import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can fall silent like a host that has lost power: it stops forwarding and closes no connection. */
export const startSilentProxy = async (target: number) => {
  const links = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  const server = createServer((near) => {
    if (isSilent) {
      near.on('error', () => undefined);
      links.add([near, near]);
      return;
    }
    const far = connect(target, '127.0.0.1');
    const link = [near, far] as const;
    links.add(link);
    for (const [from, to] of [link, [far, near] as const]) {
      from.pipe(to);
      from.on('error', () => undefined);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    /** Silences every connection, including those that are opened from now on. */
    fallSilent: (): void => {
      isSilent = true;
      for (const [near, far] of links) {
        near.unpipe().pause();
        far.unpipe().pause();
      }
    },
    /** New connections work; connections that were already silent stay silent. */
    returnAsNewHost: (): void => {
      isSilent = false;
    },
    close: async (): Promise<void> => {
      for (const sockets of links) for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
