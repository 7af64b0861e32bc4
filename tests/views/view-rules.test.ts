import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { List } from '../../src/ui/list.tsx';
import { trackedFiles } from '../support/tracked-files.ts';

const FOCUS = 'moves the focus to a heading or a field';
const TYPED = 'text that is typed and not yet sent';

/** Every hook of src/views, src/ui and src/art with state or an effect, and why no machine of the actor tree has it. */
const REMEMBERED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/ui/choice-cards.tsx': {
    useEffect: 'cancels the call of a card that is gone',
    useState: 'the pressed card, until the machine receives it one paint later',
  },
  'src/ui/date-field.tsx': { useState: TYPED },
  'src/ui/dialog.tsx': {
    useLayoutEffect: 'opens and closes the modal element, which only a call can do',
    useState: 'how often other code has removed the open element, which is then drawn again',
  },
  'src/ui/field.tsx': {
    useLayoutEffect: 'writes a new value into its input, whose text may have changed without an event',
    useState: 'the first value, and whether the typed password is readable; both concern their input alone',
  },
  'src/ui/rich-text.tsx': { useLayoutEffect: 'puts the cleaned nodes into the page, without HTML text' },
  'src/views/account/filters.view.tsx': { useState: TYPED },
  'src/views/account/order-export.view.tsx': {
    useEffect: 'saves the loaded orders as a file, in the language of the page, which only a view knows',
  },
  'src/views/shell/waiting-orders.view.tsx': { useEffect: 'scrolls to an order that Later adds' },
  'src/views/account/user.view.tsx': { useState: 'whether an id is shown in full, which concerns its line alone' },
  'src/views/app/focus-heading.ts': { useEffect: FOCUS },
  'src/views/app/copy-button.view.tsx': { useActorRef: 'a machine that lives as long as its button' },
  'src/views/app/countdown.view.tsx': {
    useActorRef: 'a machine that lives as long as its clock: an event per second would fill a recording',
  },
  'src/views/app/date-text.view.tsx': {
    useSyncExternalStore: 'a new day draws the times of a page that stays open again',
  },
  'src/views/app/lazy-page.tsx': {
    useEffect: 'marks the time of the first page for the performance budget',
    useState: 'the code of this visit: a later visit may load it again',
  },
  'src/views/app/lazy-part.tsx': { useState: 'the code of this place: React must not see another component later' },
  'src/views/app/page-boundary.view.tsx': { 'class state': 'React reports a crash to a class component only' },
  'src/views/app/settings.view.tsx': { useSyncExternalStore: 'the theme is stored by src/platform' },
  'src/views/home/quick-actions.view.tsx': { useState: TYPED },
  'src/art/picture.tsx': { useActorRef: 'a machine that lives as long as its picture' },
  'src/views/login/login.view.tsx': { useState: TYPED },
  'src/views/login/verification-fields.view.tsx': {
    useEffect: 'loads the library that reads phone numbers',
    useState: 'the loaded library',
  },
  'src/views/login/verification.view.tsx': { useState: TYPED },
  'src/views/payment/payment-result.view.tsx': { useEffect: FOCUS },
  'src/views/payment/payment.view.tsx': {
    useState: 'what the page showed when it opened: only a delivery that arrives on the open page is animated',
  },
  'src/views/payment/points/point-payment.view.tsx': { useEffect: FOCUS },
  'src/views/recharge/order-summary.view.tsx': {
    useState: 'whether the code for a phone is shown, which orders nothing',
  },
  'src/views/shell/toasts.view.tsx': { useEffect: 'a removed button sends no event' },
  'src/views/wizard/confirm-action.view.tsx': { useEffect: 'scrolls to what the player must know before the tap' },
  'src/views/wizard/long-list.view.tsx': {
    useState: 'how many cards of a long list are drawn; every row can still be chosen',
  },
  'src/views/wizard/step-list.view.tsx': { useLayoutEffect: FOCUS },
};

const HOOK =
  /\b(use(?:State|Reducer|Optimistic|ActionState|ActorRef|Machine|Actor|SyncExternalStore|(?:Layout|Insertion)?Effect))(?:<[^()]*?>)?\(/g;

const files = trackedFiles('src/views', 'src/ui', 'src/art').filter((path) => /\.tsx?$/.test(path));

const rememberedIn = (path: string): readonly string[] => {
  const code = readFileSync(path, 'utf8');
  const names = [...code.matchAll(HOOK)].map(([, hook = '']) => hook);
  if (/^\s*override state\b/m.test(code)) names.push('class state');
  return [...new Set(names)].toSorted();
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

const RAW_LIST = /<[uo]l\b|\b(?:createElement|jsxs?)\(\s*['"][uo]l['"]/;

const sources = trackedFiles('src').filter((path) => /\.tsx?$/.test(path));

test('a list has its role in WebKit too: each list is a List of src/ui/list.tsx', () => {
  const users = sources.filter((path) => /<List\b/.test(readFileSync(path, 'utf8')));
  expect(users.length).toBeGreaterThan(15);
  expect(sources.filter((path) => RAW_LIST.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('a List has an explicit role, ordered or not', () => {
  expect(renderToStaticMarkup(createElement(List, null, 'x'))).toBe('<ul role="list">x</ul>');
  expect(renderToStaticMarkup(createElement(List, { ordered: true, className: 'a' }, 'x'))).toBe(
    '<ol role="list" class="a">x</ol>',
  );
});
