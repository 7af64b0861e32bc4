import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { differenceLines, documentErrors, requestErrors } from './documented-traffic.ts';
import { type RecordedCall, TRAFFIC, trafficFile } from './traffic-recorder.mjs';

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
