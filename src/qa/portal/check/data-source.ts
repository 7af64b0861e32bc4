import type { WrongData } from '../../../../machines/kernel/rule.ts';
import type { Flow, HttpCall } from '../../core/record/flow.file.ts';
import type { Layer } from '../../core/replay/finding.ts';
import { type AnsweredCall, httpText } from './answered-calls.ts';

type Value = string | number;

/** The texts and numbers in a body, in the forms in which the machines have them: a price in cents too. */
const valuesIn = (body: unknown): ReadonlySet<Value> => {
  const found = new Set<Value>();
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) add(member);
    if (typeof value !== 'string' && typeof value !== 'number') return;
    found.add(value);
    const number = value === '' ? Number.NaN : Number(value);
    if (!Number.isNaN(number)) found.add(number).add(Math.round(number * 100));
  };
  add(body);
  return found;
};

const has = (body: unknown, values: readonly (Value | null)[]): boolean => {
  const known = valuesIn(body);
  return values.every((value) => value !== null && known.has(value));
};

/** Where wrong data is from: the layers that may have made it, and what shows it. */
export type DataSource = { readonly layers: readonly Layer[]; readonly evidence: readonly string[] };

/** The last request that names the wrong or the right value: numbers are too common to name anything. */
const requestOf = (calls: readonly HttpCall[], { wrong, right }: WrongData): HttpCall | undefined =>
  wrong.every((value) => typeof value === 'string')
    ? calls.findLast(({ sent }) => has(sent, wrong) || has(sent, [right]))
    : undefined;

/**
 * Wrong data that the request already names, or that is not in the response, is made by the adapter; data that is in the response, by the server,
 * unless the right data is in it too. `row`: the result that brought it, in page load `load`.
 */
export const dataSource = (
  { runs }: Flow,
  answered: readonly AnsweredCall[],
  { load, row }: Pick<AnsweredCall, 'load' | 'row'>,
  data: WrongData,
): DataSource => {
  const run = runs[load];
  const until = run?.rows[row]?.at ?? 0;
  const request = requestOf(run?.calls?.filter(({ at }) => at <= until) ?? [], data);
  if (request && has(request.sent, data.wrong) && !has(request.sent, [data.right]))
    return { layers: ['adapter'], evidence: [httpText(request)] };
  const http = answered.find((one) => one.load === load && one.row === row)?.http;
  if (http?.body === undefined) return { layers: ['server', 'adapter'], evidence: [] };
  if (!has(http.body, data.wrong)) return { layers: ['adapter'], evidence: [httpText(http)] };
  return { layers: has(http.body, [data.right]) ? ['server', 'adapter'] : ['server'], evidence: [httpText(http)] };
};
