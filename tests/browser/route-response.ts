import type { APIResponse, Route } from '@playwright/test';

/**
 * What the server returns for a request that a test intercepts. `body`: replaces the body of the request. The server may close an idle
 * connection just as the next request uses it, so a request is sent again after a reset.
 */
export const routeResponse = (route: Route, body?: string): Promise<APIResponse> =>
  route.fetch({ maxRetries: 3, ...(body !== undefined && { postData: body }) });
