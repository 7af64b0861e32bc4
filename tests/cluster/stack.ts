import { createPortalProcess, freePort, type PortalProcess } from '../support/runs/portal-process.mjs';
import { type Program, startNginx, startPgBouncer } from './programs.ts';

export type Binaries = {
  readonly caddy: string;
  readonly nginx: string;
  readonly pgbouncer: string;
};

/** As in production, with the sandbox as provider and game. */
const ENVIRONMENT = { DRAIN_DELAY: '5', TRUSTED_PROXIES: '1', RATE_LIMITS: '1', DATABASE_POOL_SIZE: '10' };

const startTimeOf = async ({ url }: PortalProcess): Promise<string> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return /^process_start_time_seconds (\S+)$/m.exec(text)?.[1] ?? '';
};

/** Two server processes on one database, behind nginx. */
export const startStack = async ({ nginx }: Binaries, databaseUrl: string) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const environment = { ...ENVIRONMENT, PUBLIC_URL: url };
  const portals: readonly [PortalProcess, PortalProcess] = [
    await createPortalProcess(environment, databaseUrl),
    await createPortalProcess(environment, databaseUrl),
  ];
  let proxy: Program | null = null;
  const remove = async (): Promise<void> => {
    await proxy?.remove();
    await Promise.all(portals.map((portal) => portal.remove()));
  };
  try {
    await Promise.all(portals.map((portal) => portal.start()));
    const started = await startNginx(nginx, port, [portals[0].port, portals[1].port]);
    proxy = started;
    return {
      url,
      portals,
      /** When each server process started, in Unix seconds. Rejects if a process is not running. */
      startTimes: (): Promise<readonly string[]> => Promise.all(portals.map(startTimeOf)),
      proxyLog: started.log,
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

export type Stack = Awaited<ReturnType<typeof startStack>>;

export const startPoolers = async ({ pgbouncer }: Binaries, databases: readonly [number, number], password: string) => {
  const poolers: Program[] = [];
  for (const database of databases) poolers.push(await startPgBouncer(pgbouncer, database, password));
  return {
    ports: poolers.map(({ port }) => port),
    remove: async (): Promise<void> => {
      await Promise.all(poolers.map((pooler) => pooler.remove()));
    },
  };
};
