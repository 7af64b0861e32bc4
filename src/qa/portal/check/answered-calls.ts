import type { Flow, FlowRun, HttpCall } from '../../core/record/flow.file.ts';
import { exchangesOf } from '../to-test/exchanges.ts';
import { flowEntries } from '../to-test/flow-entries.ts';

/** Rounding of the recorded times, ms. */
const SLACK_MS = 5;

/** A response that was recorded once is repeated in each call that had it. */
const withBody = (call: HttpCall, calls: readonly HttpCall[]): HttpCall => {
  const body = call.same === undefined ? call.body : calls[call.same]?.body;
  return body === undefined ? call : { ...call, body };
};

/** The call of a path in that time, or the last one before that is not `taken`: a page makes some early. Null if several could be meant. */
const httpCallOf = (
  { calls = [] }: FlowRun,
  path: string,
  [start, end]: readonly [number, number],
  taken: Set<HttpCall>,
): HttpCall | null => {
  const before = calls.filter((call) => call.path.split('?')[0] === path && call.at <= end + SLACK_MS);
  const during = before.filter(({ at }) => at >= start - SLACK_MS);
  const candidates = during.length > 0 ? during : before.slice(-1).filter((call) => !taken.has(call));
  for (const candidate of candidates) taken.add(candidate);
  const [only, ...others] = candidates;
  return only && others.length === 0 ? withBody(only, calls) : null;
};

/**
 * The calls of all ports that got a result, by the start of the call, each with the HTTP call behind it; null if it was not recorded.
 * `more`: other calls that it made. `row`: of the result in page load `load`.
 */
export const answeredCalls = (flow: Flow) => {
  const taken = new Set<HttpCall>();
  return exchangesOf(flowEntries(flow)).flatMap(({ call, start, end, result, faults }) => {
    const run = flow.runs[end.run];
    if (!run) return [];
    const [http = null, ...more] = [...faults.keys()].map((path) =>
      httpCallOf(run, path, [start.at - run.startedAt, end.at - run.startedAt], taken),
    );
    const { name: port, machine, owner } = call;
    return [{ load: end.run, row: end.row, port, machine, owner, result, http, more }];
  });
};

export type AnsweredCall = ReturnType<typeof answeredCalls>[number];

/** `POST /api/epoint/balance → 200, code 0: {"result":…}` */
export const httpText = ({ method, path, status, code, sent, body }: HttpCall): string =>
  [
    `${method} ${path}`,
    ...(sent === undefined ? [] : [` with ${JSON.stringify(sent)}`]),
    ` → ${status ?? 'no response'}${code === null ? '' : `, code ${code}`}`,
    ...(body === undefined ? [] : [`: ${JSON.stringify(body)}`]),
  ].join('');
