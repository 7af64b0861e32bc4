import type { Database } from '../db/database.ts';
import type { Metrics } from './metrics.ts';

/** Reports the connections of this process to PostgreSQL. The embedded database has none. */
export const reportConnections = (metrics: Metrics, { connections }: Pick<Database, 'connections'>): void => {
  if (!connections) return;
  metrics.gauges('database_connections', 'state', () => {
    const { used, idle } = connections();
    return new Map([
      ['used', used],
      ['idle', idle],
    ]);
  });
  metrics.gauge('database_connections_max', () => connections().max);
  metrics.gauge('database_waiting', () => connections().waiting);
};
