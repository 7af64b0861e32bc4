import type { EndpointName } from '../../src/contract/contract.ts';
import type { Mount } from '../runtime/context.ts';
import { mountFaults } from '../sandbox/fault-middleware.ts';
import { mountAnalytics, mountAnalyticsGate } from './analytics.route.ts';
import * as catalogue from './catalogue.route.ts';
import * as checkout from './checkout.route.ts';
import * as content from './content.route.ts';
import * as record from './record.route.ts';
import type { Route } from './route.ts';
import { mountSandbox } from './sandbox.route.ts';
import { mountSandboxPages } from './sandbox-pages.route.ts';
import * as setting from './setting.route.ts';
import * as user from './user.route.ts';
import * as verification from './verification.route.ts';
import { mountWebhook } from './webhook.route.ts';

/** All contract calls. Does not compile if an endpoint has no route, or if one of these files exports anything else. */
export const ROUTES: readonly Route[] = Object.values({
  ...catalogue,
  ...content,
  ...checkout,
  ...record,
  ...setting,
  ...user,
  ...verification,
} satisfies Record<`${EndpointName}Route`, Route>);

/** Middleware that may reject a request before its body is read. */
export const EARLY_MIDDLEWARE: readonly Mount[] = [mountAnalyticsGate];

/** Middleware and routes outside the contract, mounted before the contract calls. */
export const MIDDLEWARE: readonly Mount[] = [
  mountFaults,
  mountAnalytics,
  mountWebhook,
  mountSandboxPages,
  mountSandbox,
];
