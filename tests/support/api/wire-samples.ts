import { articleSample } from '../../../src/contract/content.contract.ts';
import { CONTRACT, type EndpointName, SAMPLES } from '../../../src/contract/contract.ts';
import type { AnyEndpoint, NamedIds, Sample } from '../../../src/contract/endpoint.ts';
import { orderRowSample, orderWebProductSample } from '../../../src/contract/order.contract.ts';
import { userInfoSample, userWebRoleSample } from '../../../src/contract/user.contract.ts';

const IDS: NamedIds = {
  serverId: 's1',
  roleId: 'r1',
  gameAccountId: 'ga-7',
  itemId: 'gem-60',
  orderId: 'O-1',
  pointsOrderId: 'O-2',
};

export type WireSample = {
  readonly endpoint: AnyEndpoint;
  readonly names: Sample<AnyEndpoint>['names'];
  readonly requestFor: (ids: NamedIds) => object;
  readonly request: object;
  readonly result: unknown;
  readonly required: readonly string[];
};

const wireSample = (name: EndpointName): WireSample => {
  const sample: Sample<AnyEndpoint> = SAMPLES[`${name}Sample`];
  const { names, result, required } = sample;
  const requestFor = (ids: NamedIds): object =>
    Object(sample.names === 'nothing' ? sample.request : sample.request(ids));
  return { endpoint: CONTRACT[name], names, requestFor, request: requestFor(IDS), result, required };
};

const isEndpoint = (name: string): name is EndpointName => 'path' in Object(Reflect.get(CONTRACT, name));

export const WIRE_SAMPLES: readonly WireSample[] = Object.keys(CONTRACT).filter(isEndpoint).map(wireSample);

export const { token: TOKEN } = userInfoSample.result;
export const { result: SERVERS } = userWebRoleSample;
export const { result: ITEMS } = orderWebProductSample;
export const ORDER_ROW = orderRowSample;
export const ARTICLE_ROW = articleSample;

/** The complete body of a sample, as a server sends it. */
export const bodyOf = ({ endpoint, result }: WireSample): object => ({
  code: 0,
  ...(endpoint.listed ? Object(result) : { result }),
});

export const sampleOf = (path: string): WireSample => {
  const sample = WIRE_SAMPLES.find(({ endpoint }) => endpoint.path === path);
  if (!sample) throw new Error(`no sample answer of ${path}`);
  return sample;
};
