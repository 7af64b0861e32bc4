import { type ReceiveResult, receiveNotification } from '../payments/receive-notification.ts';
import { paymentServices } from '../payments/registry.ts';
import type { Mount } from '../runtime/context.ts';

const STATUS: Record<ReceiveResult, 200 | 401 | 404> = {
  stored: 200,
  repeated: 200,
  forged: 401,
  'unknown-provider': 404,
};

/** Notifications of payment providers. 2xx acknowledges storage; any other status asks for a retry. */
export const mountWebhook: Mount = (app, context) => {
  const services = paymentServices(context);
  app.post('/webhooks/:provider', async (c) => {
    const body = c.get('body');
    if (!body) return c.json({ outcome: 'too-large' }, 413);
    const intake = await receiveNotification(
      services,
      c.req.param('provider'),
      body,
      c.req.raw.headers,
      c.get('traceId'),
    );
    return c.json({ outcome: intake }, STATUS[intake]);
  });
};
