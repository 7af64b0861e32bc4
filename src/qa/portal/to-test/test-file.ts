import * as v from 'valibot';
import { quoted } from './action-lines.ts';
import type { testPlan } from './test-plan.ts';

/** What a test says if it finds its words on a page that breaks a rule. */
const BROKEN_RULES = 'The page breaks a rule';

type Points = ReturnType<typeof testPlan>['points'];

type TestParts = {
  readonly title: string;
  readonly body: readonly string[];
  readonly points: Points;
  readonly isMobile: boolean;
  readonly isLong: boolean;
  /** Words that the tester expects on the last page, so long after the last action; null for none. */
  readonly expects: { readonly words: string; readonly waitMs: number } | null;
  readonly models: string;
};

const STRING = /'(?:[^'\\]|\\.)*'|"[^"]*"/g;

const uses = (body: readonly string[], name: string): boolean =>
  body.some((line) => new RegExp(`\\b${name}\\b`).test(line.replaceAll(STRING, '')));

const playerLine = (points: NonNullable<Points>): string => {
  if (points === 'demo') return 'const player = DEMO;';
  const { basic, present } = points;
  return `const player = await createPlayer(request, portalUrl, { basic: ${basic}, present: ${present} });`;
};

const importsOf = ({ models }: TestParts, body: readonly string[]): readonly string[] => [
  ...(uses(body, 'CheckoutModel') ? [`import { CheckoutModel } from '${models}/models/checkout.model.ts';`] : []),
  ...['createPlayer', 'DEMO'].flatMap((name) =>
    uses(body, name) ? [`import { ${name} } from '${models}/portal.fixture.ts';`] : [],
  ),
  `import { ${uses(body, 'expect') ? 'expect, ' : ''}test } from '${models}/qa.fixture.ts';`,
];

/** Console errors that a test with faults expects. */
const EXPECTED = 'expectedErrors.push(/Failed to load resource|net::|ChunkFailure|203/);';

/** A page that a player opens who is logged in. */
const ENTER = 'await checkout.enter(';

const PHONE = 'test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });';

/** `3400` → `3_400` */
const numeral = (number: number): string => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, '_');

export const testFile = (parts: TestParts): string => {
  const { title, body, points, isMobile, isLong, expects } = parts;
  const hasPassword = body.some((line) => line.startsWith('password = '));
  const isEntered = body.some((line) => line.startsWith(ENTER));
  const hasClient = uses(body, 'client');
  const steps = body
    .map((line) => (hasPassword ? line : line.replace('{ ...player, password }', 'player')))
    .map((line) => (hasClient && line.startsWith(ENTER) ? line.replace(/\);$/, ', client);') : line));
  const all = [
    ...(isLong ? ['test.slow();'] : []),
    ...(hasClient || uses(steps, 'blockCode') ? [EXPECTED] : []),
    ...(points ? [playerLine(points)] : []),
    ...(hasPassword ? ['let password = player.password;'] : []),
    ...(hasClient ? [`const client = ${isEntered ? 'crypto.randomUUID()' : 'await checkout.useClientId()'};`] : []),
    ...steps,
    ...(expects ? [`await checkout.seeWords(${quoted(expects.words)}, ${numeral(expects.waitMs)});`] : []),
    `expect(await page.evaluate(() => window.portalQa?.brokenRules()), ${quoted(BROKEN_RULES)}).toEqual([]);`,
  ];
  const fixtures = [
    'checkout',
    'player',
    'sandbox',
    'page',
    'context',
    'expectedErrors',
    'request',
    'browser',
    'portalUrl',
  ].filter((fixture) => uses(all, fixture) && !(fixture === 'player' && points));
  return `${[
    ...importsOf(parts, all),
    '',
    ...(isMobile ? [PHONE, ''] : []),
    `test(${quoted(title)}, ${uses(all, 'openAndClose') ? "{ tag: '@windows' }, " : ''}async ({ ${fixtures.join(', ')} }) => {`,
    ...all.map((line) => `  ${line}`),
    '});',
  ].join('\n')}\n`;
};

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
