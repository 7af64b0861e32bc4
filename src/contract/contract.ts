import * as content from './content.contract.ts';
import * as eRecharge from './e-recharge.contract.ts';
import type { AnyEndpoint, NamedIds, Sample } from './endpoint.ts';
import * as epoint from './epoint.contract.ts';
import * as order from './order.contract.ts';
import * as setting from './setting.contract.ts';
import * as user from './user.contract.ts';
import * as verification from './verification.contract.ts';

/** All calls. A page imports the calls that it makes, not this file. */
export const CONTRACT = {
  ...user,
  ...verification,
  ...setting,
  ...content,
  ...order,
  ...epoint,
  ...eRecharge,
};

type Contract = typeof CONTRACT;

export type EndpointName = {
  [Name in keyof Contract]: Contract[Name] extends AnyEndpoint ? Name : never;
}[keyof Contract];

/** Does not compile if an endpoint has no sample. */
export const SAMPLES: { readonly [Name in EndpointName as `${Name}Sample`]: Sample<Contract[Name]> } = CONTRACT;

const isEndpoint = (name: string): name is EndpointName => 'path' in Object(Reflect.get(CONTRACT, name));

export const ENDPOINT_NAMES: readonly EndpointName[] = Object.keys(CONTRACT).filter(isEndpoint);

export const SAMPLE_IDS: NamedIds = {
  serverId: 's1',
  roleId: 'r1',
  gameAccountId: 'ga-7',
  itemId: 'gem-60',
  orderId: 'O-1',
  pointsOrderId: 'O-2',
};
