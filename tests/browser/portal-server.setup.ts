import { createTestPortal } from '../support/server/test-portal.ts';

/** Servers of the two builds, for all workers: PORTAL_URL and QA_URL. */
const start = async (): Promise<() => Promise<void>> => {
  process.env['TEST_RUN'] = String(process.ppid);
  const [portal, qa] = await Promise.all([createTestPortal(), createTestPortal({ STATIC_DIR: 'dist/qa' })]);
  const [portalUrl, qaUrl] = await Promise.all([portal.start(), qa.start()]);
  Object.assign(process.env, { PORTAL_URL: portalUrl, QA_URL: qaUrl });
  return async () => {
    await Promise.all([portal.remove(), qa.remove()]);
  };
};

export default start;
