import { createPortalProcess } from '../support/portal-process.mjs';

const start = async (): Promise<() => Promise<void>> => {
  const portal = await createPortalProcess();
  process.env['PORTAL_URL'] = await portal.start();
  return () => portal.remove();
};

export default start;
