import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { otherUndocumentedCalls } from '../support/api/documented-traffic.ts';
import { TRAFFIC } from '../support/api/traffic-recorder.mjs';
import { createTestPortal } from '../support/server/postgres-cluster.ts';

/** Servers of the two builds, for all workers: PORTAL_URL and QA_URL. What a server receives and sends is in the folder TRAFFIC_DIR. */
const start = async (): Promise<() => Promise<void>> => {
  process.env['TEST_RUN'] = String(process.ppid);
  const traffic = mkdtempSync(join(tmpdir(), 'portal-traffic-'));
  process.env[TRAFFIC] = traffic;
  const [portal, qa] = await Promise.all([createTestPortal(), createTestPortal({ STATIC_DIR: 'dist/qa' })]);
  const [portalUrl, qaUrl] = await Promise.all([portal.start(), qa.start()]);
  Object.assign(process.env, { PORTAL_URL: portalUrl, QA_URL: qaUrl });
  return async () => {
    await Promise.all([portal.remove(), qa.remove()]);
    const errors = otherUndocumentedCalls(traffic);
    rmSync(traffic, { recursive: true });
    if (errors.length > 0) throw new Error(`calls that differ from the document:\n${errors.join('\n')}`);
  };
};

export default start;
