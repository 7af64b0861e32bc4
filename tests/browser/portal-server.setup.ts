import { createBrowserPortal } from '../support/browser-portal.ts';

const start = async (): Promise<() => Promise<void>> => {
  process.env['TEST_RUN'] = String(process.ppid);
  const portal = await createBrowserPortal();
  process.env['PORTAL_URL'] = await portal.start();
  return portal.remove;
};

export default start;
