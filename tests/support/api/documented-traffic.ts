import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { errorsAt, profileErrors } from '../../../src/check-api/call-judgment.ts';
import { CONTRACT, ENDPOINT_NAMES, type EndpointName } from '../../../src/contract/contract.ts';
import { type RecordedCall, TRAFFIC, trafficFile } from './traffic-recorder.mjs';

const NAMES = new Map<string, EndpointName>(
  ENDPOINT_NAMES.map((name) => [`${CONTRACT[name].method} ${CONTRACT[name].path}`, name]),
);

type Traffic = {
  readonly method: string;
  readonly path: string;
  readonly request: unknown;
  readonly status: number;
  readonly response: unknown;
};

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

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** `isOfPortal`: a request is compared even if the server refuses it. */
const takeDifferences = (file: string, isOfPortal: boolean): readonly string[] => {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  rmSync(file);
  const differences = lines.flatMap((line) => {
    const call: RecordedCall = JSON.parse(line);
    const traffic = { ...call, request: jsonOf(call.request), response: jsonOf(call.response) };
    const errors = isOfPortal
      ? [...requestErrors(traffic), ...documentErrors({ ...traffic, request: undefined })]
      : documentErrors(traffic);
    return differenceLines(call.path, errors);
  });
  return [...new Set(differences)];
};

/** Where the calls of these browsers differ from the OpenAPI document. Each call is compared once. */
export const undocumentedCalls = (clientIds: Iterable<string>): readonly string[] => {
  const folder = process.env[TRAFFIC];
  return folder === undefined ? [] : [...clientIds].flatMap((id) => takeDifferences(trafficFile(folder, id), true));
};

/** Where all other calls differ, such as those of a test itself. */
export const otherUndocumentedCalls = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => takeDifferences(join(folder, name), false));
