import type { Port } from '../../machines/kernel/port.ts';
import type { AnyEndpoint } from '../contract/endpoint.ts';
import { settingInit } from '../contract/setting.contract.ts';
import { userInfo } from '../contract/user.contract.ts';
import type { FirstCall } from '../platform/browser.ts';

type Path = Pick<AnyEndpoint, 'path'>;

/** A port that waits until the first page is drawn, unless the page has requested this endpoint. */
export type DeferUntilFirstPaint = <Output, Input>(endpoint: Path, port: Port<Output, Input>) => Port<Output, Input>;

const OF_EVERY_PAGE: readonly Path[] = [userInfo, settingInit];

/** Calls wait for the first page only if the page has already requested its own data. */
export const createDeferUntilFirstPaint = (
  calls: readonly Pick<FirstCall, 'url'>[],
  drawn: Promise<void>,
): DeferUntilFirstPaint => {
  const isFor = (endpoints: readonly Path[], { url }: Pick<FirstCall, 'url'>): boolean =>
    endpoints.some(({ path }) => url.endsWith(path));
  const hasData = calls.some((call) => !isFor(OF_EVERY_PAGE, call));
  return (endpoint, port) => {
    if (!hasData || calls.some((call) => isFor([endpoint], call))) return port;
    return async (input, signal) => {
      await drawn;
      signal.throwIfAborted();
      return port(input, signal);
    };
  };
};
