import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOCUS = 'moves the focus to a heading or a field';
const TYPED = 'text that is typed and not yet sent';
const SAME_CARDS = 'the same functions for the same cards, so that a choice draws only what it changes';
const SAME_TEXTS = 'the same texts and lines for the same steps, so that a choice draws only what it changes';

/**
 * Every hook of src/views and src/ui with state or an effect, and why no machine of the actor tree has it.
 * `<hook> × <calls>`: reason.
 */
const REMEMBERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/ui/card-options.ts': { 'useMemo × 1': SAME_CARDS },
  'src/ui/choice-cards.tsx': {
    'useCallback × 1': SAME_CARDS,
    'useEffect × 1': 'cancels the call of a card that is gone',
    'useRef × 1': 'cancels the call that is scheduled after the next paint',
    'useState × 1': 'the pressed card, until the machine receives it one paint later',
  },
  'src/ui/date-field.tsx': { 'useState × 1': TYPED },
  'src/ui/dialog.tsx': {
    'useLayoutEffect × 1': 'opens and closes the modal element, which only a call can do',
    'useRef × 2': FOCUS,
    'useState × 1': 'how often other code has removed the open element, which is then drawn again',
  },
  'src/ui/field.tsx': {
    'useLayoutEffect × 1': 'writes a new value into its input, whose text may have changed without an event',
    'useRef × 2': 'the input, and whether a keyboard composes in it',
    'useState × 2': 'the first value, and whether the typed password is readable; both concern their input alone',
  },
  'src/ui/rich-text.tsx': {
    'useLayoutEffect × 1': 'puts the cleaned nodes into the page, without HTML text',
    'useRef × 1': 'the element that receives the nodes',
  },
  'src/views/account/history-filters.view.tsx': { 'useState × 1': TYPED },
  'src/views/account/history.view.tsx': { 'useRef × 1': FOCUS },
  'src/views/account/order-export.view.tsx': {
    'useEffect × 1': 'saves the loaded orders as a file, in the language of the page, which only a view knows',
  },
  'src/views/app/content-focus.ts': {
    'useEffect × 1': FOCUS,
    'useRef × 2': 'the heading, and the content that was shown before',
  },
  'src/views/app/copy-button.view.tsx': { 'useActorRef × 1': 'a machine that lives as long as its button' },
  'src/views/app/countdown.view.tsx': {
    'useActorRef × 1': 'a machine that lives as long as its clock: an event per second would fill a recording',
  },
  'src/views/app/lazy-page.tsx': {
    'useEffect × 1': 'marks the time of the first page for the performance budget',
    'useState × 1': 'the code of this visit: a later visit may load it again',
  },
  'src/views/app/lazy-part.tsx': {
    'useState × 1': 'the code of this place: React must not see another component later',
  },
  'src/views/app/page-boundary.view.tsx': { 'class state × 1': 'React reports a crash to a class component only' },
  'src/views/app/theme-switch.view.tsx': { 'useSyncExternalStore × 1': 'the theme is stored by src/platform' },
  'src/views/epoint-recharge/epoint-steps.view.tsx': { 'useCallback × 2': SAME_CARDS, 'useMemo × 3': SAME_TEXTS },
  'src/views/epoint-recharge/package-step.view.tsx': { 'useCallback × 2': SAME_CARDS },
  'src/views/home/redeem.view.tsx': { 'useRef × 1': FOCUS, 'useState × 1': TYPED },
  'src/views/lists/article-picture.view.tsx': { 'useActorRef × 1': 'a machine that lives as long as its picture' },
  'src/views/login/login-form.view.tsx': { 'useRef × 2': FOCUS },
  'src/views/login/login-panel.view.tsx': { 'useState × 2': TYPED },
  'src/views/login/phone-field.view.tsx': {
    'useEffect × 1': 'loads the library that reads phone numbers',
    'useMemo × 1': 'sorts 200 country names once for each language',
    'useState × 1': 'the loaded library',
  },
  'src/views/login/phone-login.view.tsx': { 'useRef × 2': FOCUS, 'useState × 1': TYPED },
  'src/views/login/reset-form.view.tsx': { 'useRef × 4': FOCUS, 'useState × 1': TYPED },
  'src/views/order/channel-title.ts': { 'useCallback × 1': SAME_CARDS },
  'src/views/payment/payment-result.view.tsx': { 'useEffect × 1': FOCUS, 'useRef × 1': FOCUS },
  'src/views/payment/payment.view.tsx': {
    'useState × 1': 'what the page showed when it opened: only a delivery that arrives on the open page is animated',
  },
  'src/views/payment/points/point-payment.view.tsx': { 'useEffect × 1': FOCUS, 'useRef × 1': FOCUS },
  'src/views/recharge/channel-step.view.tsx': { 'useCallback × 1': SAME_CARDS },
  'src/views/recharge/item-step.view.tsx': { 'useCallback × 2': SAME_CARDS },
  'src/views/recharge/role-step.view.tsx': { 'useCallback × 2': SAME_CARDS },
  'src/views/recharge/server-step.view.tsx': { 'useCallback × 2': SAME_CARDS },
  'src/views/recharge/step-summary.view.tsx': { 'useMemo × 4': SAME_TEXTS },
  'src/views/recharge/steps.view.tsx': { 'useCallback × 1': SAME_CARDS },
  'src/views/shell/heading-focus.ts': { 'useEffect × 1': FOCUS, 'useRef × 1': 'the page whose heading had the focus' },
  'src/views/shell/toasts.view.tsx': {
    'useEffect × 1': 'a removed button sends no event',
    'useRef × 2': 'the toasts, and whether the pointer is over them; concerns their timer alone',
  },
  'src/views/shell/portal.view.tsx': { 'useRef × 1': FOCUS },
  'src/views/wizard/channel-cards.view.tsx': { 'useCallback × 1': SAME_CARDS, 'useMemo × 1': SAME_CARDS },
  'src/views/wizard/long-list.view.tsx': {
    'useRef × 1': FOCUS,
    'useState × 1': 'how many cards of a long list are drawn; every row can still be chosen',
  },
  'src/views/wizard/step-focus.ts': { 'useEffect × 1': FOCUS, 'useRef × 1': 'the step whose heading had the focus' },
  'src/views/wizard/step-list.view.tsx': { 'useCallback × 1': SAME_CARDS, 'useMemo × 1': SAME_TEXTS },
  'src/views/wizard/step-texts.ts': { 'useMemo × 1': SAME_TEXTS },
};

const HOOK =
  /\b(use(?:State|Reducer|Ref|Memo|Callback|Optimistic|ActionState|ActorRef|Machine|Actor|SyncExternalStore|(?:Layout|Insertion)?Effect))(?:<[^()]*?>)?\(/g;
const CLASS_STATE = /^\s*override state\b/gm;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src/views', 'src/ui'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path));

const rememberedIn = (path: string): readonly string[] => {
  const code = readFileSync(path, 'utf8');
  const names = [
    ...[...code.matchAll(HOOK)].map(([, hook = '']) => hook),
    ...[...code.matchAll(CLASS_STATE)].map(() => 'class state'),
  ];
  return [...new Set(names)].map((name) => `${name} × ${names.filter((other) => other === name).length}`).toSorted();
};

test('views draw the state of machines: each hook with state of its own is listed here with a reason', () => {
  const found = Object.fromEntries(
    files.map((path) => [path, rememberedIn(path)] as const).filter(([, names]) => names.length > 0),
  );
  const listed = Object.fromEntries(
    Object.entries(REMEMBERED).map(([path, reasons]) => [path, Object.keys(reasons).toSorted()]),
  );
  expect(found).toEqual(listed);
});
