import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument, profileNames } from '../../server/openapi/openapi.ts';
import { CONTRACT, ENDPOINT_NAMES, type EndpointName } from '../contract/contract.ts';

export const DOCUMENT = openApiDocument();

const ROOT = 'openapi.json';
const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
/** Digits after the point of a number. A sum of floats has more than a price. */
ajv.addKeyword({
  keyword: 'x-decimals',
  type: 'number',
  validate: (most: number, value: number) => (String(value).split(/[.e]/)[1]?.length ?? 0) <= most,
});
ajv.addSchema(DOCUMENT, ROOT);

const compiled = new Map<string, ValidateFunction>();

const validator = (pointer: string): ValidateFunction => {
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` });
  compiled.set(pointer, known);
  return known;
};

const errorsAt = (pointer: string, value: unknown): readonly ErrorObject[] => {
  const validate = validator(pointer);
  return validate(value) ? [] : (validate.errors ?? []);
};

const NAMES = new Map<string, EndpointName>(
  ENDPOINT_NAMES.map((name) => [`${CONTRACT[name].method} ${CONTRACT[name].path}`, name]),
);

export type Traffic = {
  readonly method: string;
  readonly path: string;
  readonly request: unknown;
  readonly status: number;
  readonly response: unknown;
};

/** Where a successful response differs from a profile of the document. */
export const profileErrors = (
  name: EndpointName,
  profile: 'specified' | 'extended',
  response: unknown,
): readonly ErrorObject[] => errorsAt(`/components/schemas/${profileNames(name)[profile]}`, response);

/** Where the body of a request differs from the document. */
export const requestErrors = ({
  method,
  path,
  request,
}: Omit<Traffic, 'status' | 'response'>): readonly ErrorObject[] => {
  if (method !== 'POST' || !NAMES.has(`${method} ${path}`)) return [];
  return errorsAt(`/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`, request);
};

/** Where traffic with the server differs from the document. A request is compared if it is given and the server accepts it. */
export const documentErrors = (traffic: Traffic): readonly ErrorObject[] => {
  const { method, path, request, status, response } = traffic;
  const name = NAMES.get(`${method} ${path}`);
  if (name === undefined || status !== 200) return [];
  const isAccepted = Reflect.get(Object(response), 'code') === 0;
  if (!isAccepted) return errorsAt('/components/schemas/Refusal', response);
  return [...(request === undefined ? [] : requestErrors(traffic)), ...profileErrors(name, 'extended', response)];
};

/** Where the call of a path differs, in words. */
export const differenceLines = (path: string, errors: readonly ErrorObject[]): readonly string[] =>
  errors.map(
    ({ instancePath, message, data }) => `${path}: ${instancePath} ${message}: ${JSON.stringify(data)?.slice(0, 200)}`,
  );
