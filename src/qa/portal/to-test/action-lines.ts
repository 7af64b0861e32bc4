import type { ParseKeys, TypeOptions } from 'i18next';
import * as v from 'valibot';
import { characterKey } from '../../../../machines/recharge/recharge.recipient.ts';
import type { Exchange } from './exchanges.ts';
import { drawnLink, drawnRadios, hasButton } from './page-marks.ts';
import type { Action } from './test-plan.ts';

type TextKey = Extract<ParseKeys<(keyof TypeOptions['resources'])[]>, `${string}:${string}`>;

/** A text of the portal in English with its placeholders, by its key. */
export type Words = (key: TextKey) => string;

/** `model`: variable of the page model. `markup`: the page before the action. `exchanges`: the calls that follow it. */
export type ActionContext = {
  readonly action: Action;
  readonly model: string;
  readonly markup: string;
  readonly exchanges: readonly Exchange[];
  readonly words: Words;
};

/** A string as a TypeScript literal. */
export const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const startOf = (text: string): string => `/^${text.replaceAll(/[/\\^$.*+?()[\]{}|]/g, '\\$&')}/`;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

type Line = (context: ActionContext) => readonly string[] | null;

const press =
  (...keys: readonly TextKey[]): Line =>
  ({ model, markup, words }) => {
    const [shown = ''] = [...keys.map(words).filter((name) => hasButton(markup, name)), ...keys.map(words)];
    return [`await ${model}.press(${quoted(shown)});`];
  };

const nothing: Line = () => [];

/** The announcements above the page have such a button too. */
const turnPage: Line = ({ action, model, markup, words }) => {
  const [, shown] = new RegExp(words('account:list.page').replace('{{page}}', '(\\d+)')).exec(markup) ?? [];
  const name = words(Number(action.event['page']) < Number(shown) ? 'account:list.previous' : 'account:list.next');
  return [`await ${model}.page.getByRole('main').getByRole('button', { name: ${quoted(name)} }).click();`];
};

/** The buttons name players, who have other names in the next run. */
const chooseAccount: Line = ({ action, model, words }) => {
  const text = words(action.event['adopt'] === true ? 'account:choice.switch' : 'account:choice.keep');
  return [`await ${model}.press(${startOf(text.slice(0, text.indexOf('{{')))});`];
};

/** A click on the radio button with the value of an event, by its position in the group if the label is masked. */
const pickBy =
  (valueOfEvent: (event: Readonly<Record<string, unknown>>) => string): Line =>
  ({ action, model, markup }) => {
    const radio = drawnRadios(markup, valueOfEvent(action.event)).at(-1);
    if (!radio) return null;
    const { legend, label, place } = radio;
    return label.includes('•')
      ? [`await ${model}.group(${quoted(legend)}).locator('label').nth(${place}).click();`]
      : [`await ${model}.pick(${quoted(legend)}, ${startOf(label)});`];
  };

const pick = (field: string): Line => pickBy((event) => String(event[field]));

const pickRole: Line = (context) =>
  pick('roleId')(context) ??
  pickBy(({ serverId, roleId }) => characterKey({ serverId: text(serverId), roleId: text(roleId) }))(context);

const failedWith = (exchanges: readonly Exchange[], name: string): boolean =>
  exchanges.some(({ call, result }) => call.name === name && result.error !== undefined);

const logIn: Line = ({ action, model, exchanges, words }) => {
  const isRefused = failedWith(exchanges, 'login');
  if (action.event['method'] !== 'phone')
    return [`await ${model}.login({ ...player, password${isRefused ? ": 'Mistyped-1'" : ''} });`];
  const code = isRefused ? "'000000'" : 'await sandbox.newestCode(player.phone)';
  return [
    `await ${model}.page.getByLabel(${quoted(words('recovery:code.label'))}).fill(${code});`,
    `await ${model}.press(${quoted(words('recovery:login.submit'))});`,
  ];
};

const refusedCode = v.object({ refusal: v.string() });

/** The address to which a code goes: the form has one field for it. */
const targetOf = (markup: string, words: Words) => {
  const isEmail = markup.includes('type="email"');
  return {
    field: words(isEmail ? 'recovery:reset.email' : 'recovery:phone.label'),
    value: isEmail ? 'player.email' : 'player.phone',
  };
};

const sendCode: Line = ({ model, markup, exchanges, words }) => {
  const { field, value } = targetOf(markup, words);
  const sent = words('recovery:code.sent').replace(/\s*\{\{.*/s, '');
  const isRefused = exchanges.some(({ call, result }) => call.name === 'sendCode' && v.is(refusedCode, result.output));
  return [
    `await ${model}.page.getByLabel(${quoted(field)}).fill(${value});`,
    `await ${model}.press(${quoted(words('recovery:code.send'))});`,
    ...(isRefused || failedWith(exchanges, 'sendCode')
      ? []
      : [`await expect(${model}.page.getByText(${quoted(sent)}).first()).toBeVisible();`]),
  ];
};

const NEW_PASSWORD = 'Recorded-1234';

const setPassword: Line = ({ model, markup, exchanges, words }) => {
  const { value } = targetOf(markup, words);
  const fill = (key: TextKey, typed: string, more = ''): string =>
    `await ${model}.page.getByLabel(${quoted(words(key))}${more}).fill(${typed});`;
  return [
    ...(failedWith(exchanges, 'resetPassword') ? [] : [`password = ${quoted(NEW_PASSWORD)};`]),
    fill('recovery:code.label', `await sandbox.newestCode(${value})`),
    fill('recovery:reset.password', quoted(NEW_PASSWORD), ', { exact: true }'),
    fill('recovery:reset.repeat', quoted(NEW_PASSWORD)),
    `await ${model}.press(${quoted(words('recovery:reset.submit'))});`,
  ];
};

const openPage: Line = (context) => {
  const { action, model, markup, words } = context;
  const to = text(action.event['to']);
  const link = drawnLink(markup, to);
  if (link) {
    const click = `await ${model}.page.getByRole('link', { name: ${quoted(link.words)} }).locator('visible=true').first().click();`;
    return link.isInMenu ? [`await ${model}.press(${quoted(words('portal:menu.open'))});`, click] : [click];
  }
  const { pathname, searchParams } = new URL(to, 'http://portal');
  if (pathname.startsWith('/main/recharge/detail/')) return press('payment:action.detail')(context);
  if (searchParams.get('target') === 'epoint' && hasButton(markup, words('recharge:confirm.topUp')))
    return press('recharge:confirm.topUp')(context);
  const choice =
    searchParams.get('reset') ?? searchParams.get('target') ?? (pathname === '/main/recharge' ? 'game' : '');
  const [radio] = drawnRadios(markup, choice);
  return radio ? [`await ${model}.pick(${quoted(radio.legend)}, ${startOf(radio.label)});`] : null;
};

/** The field of a list's filter that has a radio button in the page. */
const filter: Line = ({ action, model, markup }) => {
  const query = action.event['query'];
  const values = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  for (const [name, value] of values.toReversed()) {
    if (name === 'kind' || value === '') continue;
    const radio = drawnRadios(markup, String(value)).at(-1);
    if (radio) return [`await ${model}.pick(${quoted(radio.legend)}, ${startOf(radio.label)});`];
  }
  const all = [...drawnRadios(markup, ''), ...drawnRadios(markup, 'all')][0];
  return all ? [`await ${model}.pick(${quoted(all.legend)}, ${startOf(all.label)});`] : null;
};

/** Confirms an order, with or without a window for its payment page. */
const confirm: Line = ({ model, exchanges }) => {
  const opens = exchanges.some(
    ({ call, result }) => call.name === 'openWindow' && (result.output as { opened?: unknown } | null)?.opened === true,
  );
  return opens
    ? [`await ${model}.pay();`, `await ${model}.page.bringToFront();`]
    : [`await ${model}.payButton.click();`];
};

const payPoints: Line = (context) => {
  const { model, markup, words } = context;
  const again = (['recharge:uncertain.retry', 'recharge:error.retry'] as const).find((key) =>
    hasButton(markup, words(key)),
  );
  return again ? press(again)(context) : [`await ${model}.payButton.click();`];
};

const CODE = 'LANTERN40';

const redeem: Line = ({ action, model, words }) => {
  const link = `${model}.page.getByRole('link', { name: ${startOf(words('content:home.redeem.open'))} })`;
  if (action.event['hasCode'] !== true) return [`await ${link}.click();`];
  return [
    `await ${model}.page.getByLabel(${quoted(words('content:home.redeem.code'))}, { exact: true }).fill(${quoted(CODE)});`,
    `await ${model}.openAndClose(${link});`,
  ];
};

const STEP_TITLES: Readonly<Record<string, TextKey>> = {
  server: 'recharge:recipient.role',
  role: 'recharge:recipient.role',
  item: 'recharge:item.title',
  channel: 'recharge:channel.title',
};

const change =
  (titleOf: (event: Readonly<Record<string, unknown>>) => TextKey | undefined): Line =>
  ({ action, model, words }) => {
    const title = titleOf(action.event);
    if (title === undefined) return null;
    return [`await ${model}.press(${quoted(words('recharge:step.changeStep').replace('{{title}}', words(title)))});`];
  };

const logOut: Line = ({ model, words }) => [
  `await ${model}.press(${quoted(words('portal:menu.open'))});`,
  `await ${model}.press(${quoted(words('portal:menu.logout'))});`,
];

const resume: Line = (context) => {
  const { model, markup, words } = context;
  if (hasButton(markup, words('recharge:epoint.backToOrder'))) return press('recharge:epoint.backToOrder')(context);
  return [`await ${model}.press(${startOf(words('order:action.continue'))});`];
};

const LINES: Readonly<Record<string, Line>> = {
  'login.submit': logIn,
  'login.by': ({ model, words }) => [
    `await ${model}.page.getByRole('radio', { name: ${quoted(words('session:login.byPhone'))} }).click();`,
  ],
  'login.edit': nothing,
  'code.send': sendCode,
  'reset.submit': setPassword,
  'account.choose': chooseAccount,
  'notice.confirm': ({ model }) => [`await ${model}.dialog.getByRole('button').first().click();`],
  'notice.dismiss': press('recharge:notice.dismiss'),
  'logout.request': logOut,
  'page.open': openPage,
  'url.changed': ({ model }) => [`await ${model}.page.goBack();`],
  'load.retry': press('account:list.retry', 'recharge:error.retry'),
  'boot.retry': press('portal:boot.retry', 'account:list.retry'),
  'session.retry': press('session:restoreFailed.retry'),
  'server.pick': pick('serverId'),
  'servers.show': ({ model }) => [`await ${model}.press(/^Show (?:all|my)/);`],
  'role.pick': pickRole,
  'item.pick': pick('itemId'),
  'channel.pick': pick('channelCode'),
  'recipient.confirm': press('recharge:recipient.continue'),
  'step.goto': change(({ step }) => STEP_TITLES[text(step)]),
  'step.back': change(() => 'recharge:recipient.server'),
  'order.confirm': confirm,
  'order.retry': press('recharge:uncertain.retry'),
  'order.replace': press('recharge:uncertain.replace'),
  'order.resume': resume,
  'order.hide': ({ model, words }) => [
    `await ${model}.press(${startOf(words('payment:banner.hide').replace(/\{\{.*/, ''))});`,
  ],
  'order.repeat': press('payment:action.resubmit', 'payment:action.again', 'recharge:confirm.topUp'),
  'payment.completed': press('payment:awaiting.completed', 'recharge:error.retry'),
  'payment.later': press('payment:awaiting.later'),
  'payment.resume': press('payment:deferred.continue'),
  'payment.resubmit': press('payment:action.resubmit'),
  'payment.dismiss': press('payment:action.again', 'payment:action.new'),
  'page.reopen': press('payment:awaiting.openAgain'),
  'points.needed': press('recharge:confirm.topUp'),
  'points.pay': payPoints,
  'filter.change': filter,
  'page.turn': turnPage,
  'list.refresh': press('account:list.refresh'),
  'detail.refresh': press('order:refresh'),
  'export.request': press('account:export.button'),
  'file.save': nothing,
  'file.saved': nothing,
  'file.failed': nothing,
  'game.pick': pick('gameId'),
  'redeem.open': redeem,
  'code.edit': nothing,
  'code.copied': nothing,
  'code.refused': nothing,
  'copy.request': nothing,
  'picture.failed': nothing,
  'balance.refresh': nothing,
  'bulletin.turn': press('content:strip.next'),
  'strip.close': press('content:strip.close'),
  'toast.add': nothing,
  'toast.close': press('portal:frame.closeNotice'),
  'toast.pause': nothing,
  'toast.resume': nothing,
};

const PRESS = /^await (\w+)\.press\((.*)\);$/;

/** The line that waits for the button that an action presses; none for another control. */
export const buttonLines = ([line = '']: readonly string[]): readonly string[] => {
  const [, model, name] = PRESS.exec(line) ?? [];
  if (model === undefined || name === undefined) return [];
  const button = `${model}.page.getByRole('button', { name: ${name} }).locator('visible=true').first()`;
  return [`await expect(${button}).toBeVisible();`];
};

/** The lines that repeat an action of the player; null if the page at that moment has no control for it. */
export const actionLines = (context: ActionContext): readonly string[] | null =>
  LINES[context.action.event.type]?.(context) ?? null;
