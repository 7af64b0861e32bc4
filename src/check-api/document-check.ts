import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { openApiDocument, profileNames } from '../../server/openapi/openapi.ts';
import type { EndpointName } from '../contract/contract.ts';

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

export const errorsAt = (pointer: string, value: unknown): readonly ErrorObject[] => {
  const validate = ajv.getSchema(`${ROOT}#${pointer}`);
  if (!validate) throw new Error(`${ROOT} has no ${pointer}`);
  return validate(value) ? [] : (validate.errors ?? []);
};

/** Where a successful response differs from a profile of the document. */
export const profileErrors = (
  name: EndpointName,
  profile: 'specified' | 'extended',
  response: unknown,
): readonly ErrorObject[] => errorsAt(`/components/schemas/${profileNames(name)[profile]}`, response);
