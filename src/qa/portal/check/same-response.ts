import { createPairing, type Pairing } from '../../core/compare/pairing.ts';
import type { Flow } from '../../core/record/flow.file.ts';
import { isMasked } from '../../core/redact/redactor.ts';
import { brief, type Difference } from '../../core/replay/divergence.ts';
import type { Finding } from '../../core/replay/finding.ts';
import { stepCountUntil } from '../../core/replay/replay.ts';
import { shortPath } from '../../core/replay/run-log.ts';
import { portalSystem } from '../portal-system.ts';
import { type AnsweredCall, httpText } from './answered-calls.ts';
import type { Reference } from './references.ts';

/** Compares page loads of two recordings; each pair is prepared once. */
const createPairings = (flow: Flow) => {
  const known = new Map<string, Pairing>();
  return (load: number, other: Flow, otherLoad: number): Pairing | null => {
    const key = `${load} ${otherLoad} ${other.name}`;
    const [run, otherRun] = [flow.runs[load], other.runs[otherLoad]];
    const pairing = known.get(key) ?? (run && otherRun ? createPairing([otherRun], [run]) : null);
    if (pairing) known.set(key, pairing);
    return pairing;
  };
};

/** What a result is made of; null if a part is missing. A call can fail for another reason than its response. */
const factsOf = ({ http, more, result }: AnsweredCall): readonly unknown[] | null => {
  const all = [http, ...more];
  if (result.error !== undefined || all.some((one) => one?.body === undefined)) return null;
  return all.map((one) => [one?.sent, one?.status, one?.code, one?.body]);
};

/** A mask hides by what two texts differ. */
const isReadable = ({ a, b }: Difference): boolean => ![a, b].some((one) => typeof one === 'string' && isMasked(one));

const keysOf = ({ output }: AnsweredCall['result']): readonly string[] => Object.keys(Object(output));

/** What the page knew besides the response decides of which kind a result is: another kind has none of the other's fields. */
const isOtherKind = (other: AnsweredCall, one: AnsweredCall): boolean => {
  const [names, others] = [keysOf(one.result), keysOf(other.result)];
  return names.length > 0 && others.length > 0 && !names.some((name) => others.includes(name));
};

/** How the results of two calls differ although requests and responses are the same; null if these differ too. */
const differencesOf = (other: AnsweredCall, one: AnsweredCall, pairing: Pairing): readonly Difference[] | null => {
  const [facts, otherFacts] = [factsOf(one), factsOf(other)];
  let found: readonly Difference[] | null = null;
  pairing.attempt(() => {
    if (facts && otherFacts && !isOtherKind(other, one) && pairing.isSame(otherFacts, facts))
      found = pairing.differences(other.result, one.result).filter(isReadable);
    return false;
  });
  return found;
};

/** The first difference of a result from those that the same response gave; null if one of them is the same. */
const firstDifference = (
  one: AnsweredCall,
  references: readonly Reference[],
  pairingOf: ReturnType<typeof createPairings>,
) => {
  let first: { readonly name: string; readonly difference: Difference } | null = null;
  for (const { flow, answered } of references)
    for (const other of answered) {
      const isSamePort = other.port === one.port && other.machine === one.machine;
      const pairing = isSamePort ? pairingOf(one.load, flow, other.load) : null;
      const differences = pairing && differencesOf(other, one, pairing);
      if (!differences) continue;
      const [difference] = differences;
      if (!difference) return null;
      first ??= { name: flow.name, difference };
    }
  return first;
};

/** The first result that the same response never gave in the recordings of the tests: its adapter reads the response in another way. */
export const otherReading = (
  flow: Flow,
  answered: readonly AnsweredCall[],
  references: readonly Reference[],
): readonly Finding[] => {
  const pairingOf = createPairings(flow);
  for (const one of answered) {
    const { http, load, row, port, owner } = one;
    const run = flow.runs[load];
    const first = http && firstDifference(one, references, pairingOf);
    if (!first || !run) continue;
    const { path, a, b } = first.difference;
    const place = path.replace(/^output\.?/, '') || 'the result';
    const sentence = `${shortPath(owner)}: ${port} makes ${place} ${brief(b)} of a response of which it makes ${brief(a)} in "${first.name}".`;
    const count = stepCountUntil(portalSystem, run, row);
    return [{ layers: ['adapter'], sentence, evidence: [httpText(http)], port, load, count }];
  }
  return [];
};
