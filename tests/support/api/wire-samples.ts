import { articleSample } from '../../../src/contract/content.contract.ts';
import { CONTRACT, ENDPOINT_NAMES, type EndpointName, SAMPLE_IDS, SAMPLES } from '../../../src/contract/contract.ts';
import type { AnyEndpoint, NamedIds, Sample } from '../../../src/contract/endpoint.ts';
import { orderRowSample, orderWebProductSample } from '../../../src/contract/order.contract.ts';
import { userInfoSample, userWebRoleSample } from '../../../src/contract/user.contract.ts';

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
  const { names, result, required = [] } = sample;
  const requestFor = (ids: NamedIds): object =>
    Object(sample.names === 'nothing' ? sample.request : sample.request(ids));
  return { endpoint: CONTRACT[name], names, requestFor, request: requestFor(SAMPLE_IDS), result, required };
};

export const WIRE_SAMPLES: readonly WireSample[] = ENDPOINT_NAMES.map(wireSample);

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
