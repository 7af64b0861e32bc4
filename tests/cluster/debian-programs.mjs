import { findProgram } from '../support/runs/debian-packages.mjs';
import { findPostgres } from '../support/server/postgres-binaries.mjs';

const PACKAGES = {
  caddy: 'caddy',
  nginx: 'nginx-light',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql',
};

/** The exit code of a run that a missing program prevented. */
export const NOT_RUN = 3;

/** Where the programs are; null: not installed. */
export const findPrograms = () => ({
  caddy: findProgram('caddy'),
  nginx: findProgram('nginx'),
  pgbouncer: findProgram('pgbouncer'),
  postgres: findPostgres() || null,
  /** Part of Debian's package of Prometheus. */
  promtool: findProgram('promtool'),
});

/** Names of Debian's packages that are missing. @type {(found: ReturnType<typeof findPrograms>) => readonly string[]} */
export const missingPackages = (found) =>
  /** @type {(keyof typeof PACKAGES)[]} */ (Object.keys(PACKAGES))
    .filter((name) => found[name] === null)
    .map((name) => PACKAGES[name]);
