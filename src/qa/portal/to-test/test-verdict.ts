import * as v from 'valibot';
import { BROKEN_RULES } from './test-file.ts';

const failure = v.object({ message: v.optional(v.string(), '') });
const result = v.object({ status: v.string(), errors: v.array(failure) });
const spec = v.object({ tests: v.array(v.object({ results: v.array(result) })) });

type Suite = { readonly specs?: v.InferOutput<typeof spec>[] | undefined; readonly suites?: Suite[] | undefined };
const suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.optional(v.array(spec)),
  suites: v.optional(v.array(v.lazy(() => suite))),
});

const resultsIn = ({ specs = [], suites = [] }: Suite): readonly v.InferOutput<typeof result>[] => [
  ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)),
  ...suites.flatMap(resultsIn),
];

/** `red`: the test misses its words, or the page breaks a rule. `green`: it finds them. `other`: it fails before it looks for them, with the first line of the failure. */
export type TestVerdict =
  | { readonly kind: 'red'; readonly by: 'words' | 'rule' }
  | { readonly kind: 'green' }
  | { readonly kind: 'other'; readonly line: string };

const COLOR = /\[[\d;]*m/g;

/** Judges a run of Playwright. `report`: of its JSON reporter. `words`: those that the test looks for with `seeWords`. */
export const testVerdict = (report: unknown, words: string): TestVerdict => {
  const read = v.safeParse(suite, report);
  const [first] = read.success ? resultsIn(read.output) : [];
  if (!first) return { kind: 'other', line: 'the test did not run' };
  if (first.status === 'passed') return { kind: 'green' };
  const message = first.errors[0]?.message.replaceAll(COLOR, '') ?? '';
  if (message.includes(BROKEN_RULES)) return { kind: 'red', by: 'rule' };
  if (message.includes('toContainText') && message.includes(words)) return { kind: 'red', by: 'words' };
  return { kind: 'other', line: message.split('\n')[0] || first.status };
};
