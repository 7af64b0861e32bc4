import type * as v from 'valibot';
import { SPECIFIED_CODE } from '../../src/contract/codes.ts';
import { CONTRACT, ENDPOINT_NAMES, type EndpointName, SAMPLE_IDS, SAMPLES } from '../../src/contract/contract.ts';
import type { AnyEndpoint, Sample } from '../../src/contract/endpoint.ts';
import {
  CONTRACT_VERSION,
  HEADER,
  IDEMPOTENCY_HEADER,
  MAX_REQUEST_BYTES,
  MAX_RESPONSE_BYTES,
  QUOTE_HEADER,
  REPLAYED_HEADER,
  TOKEN_INVALID_STATUS,
  TRACE_HEADER,
} from '../../src/contract/headers.ts';
import { emailResetRequest, phoneCodeRequest, phoneResetRequest } from '../../src/contract/verification.contract.ts';
import { type Schema, wireSchema } from './wire-schema.ts';

/** What the encrypted `data` of a request contains. */
const SEALED: { readonly [Name in EndpointName]?: v.GenericSchema } = {
  phoneCodeSend: phoneCodeRequest,
  emailPswReset: emailResetRequest,
  phonePswReset: phoneResetRequest,
};

const CREATES: readonly EndpointName[] = ['orderWebCreate', 'paymentCreateEpoint'];

const ABOUT = `The API that the portal calls. Every call has two profiles of its response: \`…Specified\` has the fields of the specification, all required;
the other profile has every field that the portal reads, and marks those that are not in the specification with \`x-ours\`.

**Envelope.** A response is HTTP 200 with \`{ code, msg, result }\`. Code 0, or no code, is success; any other code is a refusal, whose \`msg\` the player
reads. A \`result\` with another code is read as a success too, except for a login and for the creation of an order.

**Headers.** Every request has seven headers: those of the parameters, and \`token\`, which is empty without a session.

**Sessions.** HTTP ${TOKEN_INVALID_STATUS} means that the token is not valid: the player logs in again. The body code ${SPECIFIED_CODE.signedOutByServer}, with HTTP 200,
means that the server has ended the session: the player sees the logout page. Both may be the response of any call.

**Encryption.** \`passwd\` is AES-ECB with PKCS7 padding and a fixed key of 16, 24 or 32 bytes, as base64. \`data\` is JSON under a fixed passphrase
in OpenSSL's salted form: \`openssl enc -aes-256-cbc -md md5 -a -A\`. Both keys are public, so TLS alone protects the content.

**Limits.** A request has at most ${MAX_REQUEST_BYTES} bytes, and a response at most ${MAX_RESPONSE_BYTES}.`;

const HEADER_TEXTS: Readonly<Record<string, string>> = {
  [HEADER.version]: 'Version of the portal.',
  [HEADER.contractVersion]: `Version of these headers: ${CONTRACT_VERSION}.`,
  [HEADER.accountId]: 'Game account id; empty if unknown.',
  [HEADER.gameId]: 'Game id; empty if unknown.',
  [HEADER.userId]: 'User id; empty if unknown.',
  [HEADER.clientId]: 'A random id of the browser.',
  [HEADER.token]: 'Token of the session; empty without one.',
  [IDEMPOTENCY_HEADER]: 'A UUID of the order. A repeated request with the same key returns the first order.',
  [QUOTE_HEADER]: 'The price that the player sees, in US cents, or in E Points for a payment with them.',
  [TRACE_HEADER]: 'W3C trace context.',
};

const text: Schema = { type: 'string' };
const pointer = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` });
const json = (schema: Schema, more: object = {}) => ({ 'application/json': { schema, ...more } });

const REFUSAL: Schema = {
  type: 'object',
  properties: {
    code: { type: ['integer', 'string'], not: { enum: [SPECIFIED_CODE.ok, String(SPECIFIED_CODE.ok)] } },
    msg: { ...text, description: 'Shown to the player, unless the build declares a meaning of the code.' },
    data: { description: 'Details of the refusal.' },
    request_id: { ...text, 'x-ours': true },
  },
  required: ['code'],
  examples: [{ code: 10_001, msg: 'parameter exception', data: null }],
};

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `content`: the schema of `result`, or of `result` and `total`. */
const envelopeOf = (content: Schema): Schema => ({
  ...content,
  properties: { code: { const: SPECIFIED_CODE.ok }, msg: text, ...Object(content['properties']) },
});

const contentOf = (endpoint: AnyEndpoint): Schema => {
  const result = wireSchema(endpoint.result);
  const isNeeded = result['type'] !== undefined && ![result['type']].flat().includes('null');
  return endpoint.listed ? result : { type: 'object', properties: { result }, required: isNeeded ? ['result'] : [] };
};

const requestOf = (name: EndpointName, endpoint: AnyEndpoint): Schema => {
  const request = wireSchema(endpoint.request);
  if (!SEALED[name]) return request;
  const { data } = Object(request['properties']);
  const decrypted = pointer('schemas', `${capitalized(name)}Data`);
  return { ...request, properties: { data: { ...data, contentEncoding: 'base64', 'x-decrypted': decrypted } } };
};

const childrenOf = (paths: readonly string[], name: string): readonly string[] =>
  paths.flatMap((path) => {
    const [first, ...rest] = path.split('.');
    return first === name ? [rest.join('.')] : [];
  });

const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> => Object(schema['properties'] ?? {});

/** The fields of `paths` alone, all of them required and none of them null. */
const specifiedProfile = (schema: Schema, paths: readonly string[]): Schema => {
  const { default: _, ...rest } = schema;
  const types = [rest['type'] ?? []].flat().filter((type) => type !== 'null');
  const bare = { ...rest, ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }) };
  if (rest['items']) return { ...bare, items: specifiedProfile(Object(rest['items']), childrenOf(paths, '*')) };
  if (!rest['properties']) return bare;
  const names = Object.keys(propertiesOf(rest)).filter((name) => childrenOf(paths, name).length > 0);
  const properties = names.map((name) => [
    name,
    specifiedProfile(propertiesOf(rest)[name] ?? {}, childrenOf(paths, name)),
  ]);
  return { ...bare, properties: Object.fromEntries(properties), required: names };
};

/** Every field that the portal reads; those outside `paths` are marked as ours. */
const extendedProfile = (schema: Schema, paths: readonly string[]): Schema => {
  if (schema['items']) return { ...schema, items: extendedProfile(Object(schema['items']), childrenOf(paths, '*')) };
  if (Array.isArray(schema['anyOf']))
    return { ...schema, anyOf: schema['anyOf'].map((one: Schema) => extendedProfile(one, paths)) };
  if (!schema['properties']) return schema;
  const properties = Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const below = childrenOf(paths, name);
    return [name, { ...extendedProfile(property, below), ...(below.length === 0 && { 'x-ours': true }) }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
};

export const profileNames = (name: EndpointName) => {
  const extended = `${capitalized(name)}Response`;
  return { extended, specified: `${extended}Specified` };
};

const operationOf = (name: EndpointName) => {
  const endpoint: AnyEndpoint = CONTRACT[name];
  const { about, specified = [], ...sample }: Sample<AnyEndpoint> = SAMPLES[`${name}Sample`];
  const { method, path, id, needsSession, listed } = endpoint;
  const names = profileNames(name);
  const content = contentOf(endpoint);
  const example = {
    code: SPECIFIED_CODE.ok,
    msg: 'ok',
    ...(listed ? Object(sample.result) : { result: sample.result }),
  };
  const extraHeaders = CREATES.includes(name) ? [IDEMPOTENCY_HEADER, QUOTE_HEADER] : [];
  const operation = {
    operationId: name,
    summary: about.split('. ')[0]?.replace(/\.$/, ''),
    description: about,
    tags: [path.split('/')[2]],
    'x-requirement': id,
    security: needsSession ? [{ token: [] }] : [],
    parameters: [
      ...Object.values(HEADER).filter((header) => header !== HEADER.token),
      TRACE_HEADER,
      ...extraHeaders,
    ].map((header) => pointer('parameters', header)),
    ...(method === 'POST' && {
      requestBody: {
        required: true,
        content: json(requestOf(name, endpoint), {
          example: sample.names === 'nothing' ? sample.request : sample.request(SAMPLE_IDS),
        }),
      },
    }),
    responses: {
      200: {
        description: 'A success, or a refusal with its code.',
        ...(extraHeaders.length > 0 && { headers: { [REPLAYED_HEADER]: { schema: text, 'x-ours': true } } }),
        content: json({ anyOf: [pointer('schemas', names.extended), pointer('schemas', 'Refusal')] }, { example }),
      },
      ...(needsSession && { [TOKEN_INVALID_STATUS]: pointer('responses', 'TokenInvalid') }),
      403: pointer('responses', 'Forbidden'),
      429: pointer('responses', 'TooManyRequests'),
      default: pointer('responses', 'Failure'),
    },
    'x-specified-response': pointer('schemas', names.specified),
  };
  const sealed = SEALED[name];
  const schemas = {
    [names.extended]: envelopeOf(extendedProfile(content, specified)),
    [names.specified]: envelopeOf(specifiedProfile(content, specified)),
    ...(sealed && { [`${capitalized(name)}Data`]: wireSchema(sealed) }),
  };
  return { path, method: method.toLowerCase(), operation, schemas };
};

const retryAfter = { 'retry-after': { schema: text, description: 'Seconds, or a date.' } };

/** The calls of the portal as an OpenAPI document, made from the contract. */
export const openApiDocument = () => {
  const calls = ENDPOINT_NAMES.map(operationOf);
  return {
    openapi: '3.1.0',
    info: { title: 'API of the top-up portal', version: CONTRACT_VERSION, description: ABOUT },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.flatMap(({ operation }) => operation.tags))].map((name) => ({ name })),
    paths: Object.fromEntries(calls.map(({ path, method, operation }) => [path, { [method]: operation }])),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: HEADER.token, description: HEADER_TEXTS[HEADER.token] },
      },
      parameters: Object.fromEntries(
        Object.entries(HEADER_TEXTS)
          .filter(([name]) => name !== HEADER.token)
          .map(([name, description]) => [name, { name, in: 'header', description, schema: text }]),
      ),
      responses: {
        TokenInvalid: { description: 'The token is not valid: the player logs in again. The body is not read.' },
        Forbidden: { description: 'The player may not do this. A call that loads a page shows /403.' },
        TooManyRequests: { description: 'Too many requests: the player is asked to wait.', headers: retryAfter },
        Failure: {
          description: 'Any other status is a failure; 5xx says that the system is busy.',
          headers: retryAfter,
        },
      },
      schemas: { Refusal: REFUSAL, ...Object.assign({}, ...calls.map(({ schemas }) => schemas)) },
    },
  };
};
