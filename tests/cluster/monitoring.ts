import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { orderWebProduct } from '../../src/contract/order.contract.ts';
import { userLogin } from '../../src/contract/user.contract.ts';
import { createPlayer, post } from '../support/api/player-client.ts';
import { freePort } from '../support/runs/portal-process.mjs';
import { startLoad } from './load.ts';
import { startPrometheus } from './programs.ts';
import type { PartResult } from './report.ts';
import type { Stack } from './stack.ts';
import { waitFor } from './wait.ts';

const PLAYERS = 6;
/** Two rate intervals of the dashboard. */
const LOAD_MS = 20_000;
const RATE_INTERVAL = '10s';

/** More simultaneous calls of one player than the limit allows. */
const BURST = 120;

const series = v.object({ metric: v.record(v.string(), v.string()), value: v.tuple([v.number(), v.string()]) });
const answer = v.variant('status', [
  v.object({ status: v.literal('success'), data: v.object({ result: v.array(series) }) }),
  v.object({ status: v.literal('error'), error: v.string() }),
]);
const labels = v.object({ data: v.array(v.string()) });
const dashboard = v.object({
  panels: v.array(v.object({ title: v.string(), targets: v.optional(v.array(v.object({ expr: v.string() })), []) })),
});

type Found = { readonly series: readonly v.InferOutput<typeof series>[]; readonly error: string | null };

const readDashboard = (): readonly { readonly title: string; readonly query: string }[] => {
  const file = fileURLToPath(new URL('../../docs/grafana/portal.json', import.meta.url));
  return v.parse(dashboard, JSON.parse(readFileSync(file, 'utf8'))).panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({
      title,
      query: expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', RATE_INTERVAL),
    })),
  );
};

/** Causes a refused login and calls above the limit, which the load does not contain. */
const causeRefusals = async (url: string): Promise<void> => {
  const { headers, target } = await createPlayer(url);
  const login = { channel_code: 'account', account: 'nobody', passwd: 'wrong', encrypt: 1 };
  await (await post(`${url}${userLogin.path}`, JSON.stringify(login), {})).arrayBuffer();
  const call = async (): Promise<void> => {
    await (await post(`${url}${orderWebProduct.path}`, JSON.stringify(target), headers)).arrayBuffer();
  };
  await Promise.all(Array.from({ length: BURST }, call));
};

/** A real Prometheus reads both processes under load: each query of the dashboard has data, and a stopped process raises its alert. */
export const monitoring = async (stack: Stack, binary: string): Promise<PartResult> => {
  const [stopped] = stack.portals;
  const port = await freePort();
  const prometheus = await startPrometheus(
    binary,
    port,
    stack.portals.map((portal) => portal.port),
  );
  const url = `http://127.0.0.1:${port}/api/v1`;
  const ask = async (query: string): Promise<Found> => {
    const response = await fetch(`${url}/query`, { method: 'POST', body: new URLSearchParams({ query }) });
    const read = v.parse(answer, await response.json());
    return read.status === 'success' ? { series: read.data.result, error: null } : { series: [], error: read.error };
  };
  try {
    const load = await startLoad(stack.url, PLAYERS);
    await waitFor('two scraped processes', async () => (await ask('up == 1')).series.length === stack.portals.length);
    await causeRefusals(stack.url);
    await pause(LOAD_MS);
    const queries = readDashboard();
    const problems: string[] = [];
    const empty = new Set<string>();
    for (const { title, query } of queries) {
      const { series: rows, error } = await ask(query);
      if (error !== null) problems.push(`${title}: ${error}`);
      else if (!rows.length) empty.add(title);
    }
    await load.stop();
    const instances = v.parse(
      labels,
      await (await fetch(`${url}/label/instance/values?match[]=portal_database_up`)).json(),
    ).data;
    // Every alert waits a minute or more before it fires, longer than this load.
    const alerts = await ask('count by (alertname, alertstate) (count_over_time(ALERTS[5m]))');
    await stopped.stop();
    const down = 'ALERTS{alertname="ServerDown", alertstate="pending"}';
    await waitFor('an alert of the stopped process', async () => (await ask(down)).series.length > 0);
    const raised = (await ask(down)).series.map(({ metric }) => metric['instance']);
    await stopped.start();
    return {
      title: 'monitoring: each query of the dashboard has data, a stopped process raises its alert',
      lines: [
        `${queries.length} queries, ${empty.size} without data, of ${instances.length} processes`,
        `alerts pending or firing while players buy: ${alerts.series.length}; ServerDown is pending for ${raised.join(', ')}`,
      ],
      problems: [
        ...problems,
        ...[...empty].map((title) => `${title}: no data`),
        ...(instances.length === stack.portals.length ? [] : [`${instances.length} instances`]),
        ...alerts.series.map(({ metric }) => `${metric['alertname']} is ${metric['alertstate']} without a fault`),
        ...(String(raised) === `127.0.0.1:${stopped.port}` ? [] : [`ServerDown is raised for ${raised.join(', ')}`]),
      ],
    };
  } finally {
    await prometheus.remove();
  }
};
