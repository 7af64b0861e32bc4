import { expect, test } from 'vitest';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { localeFiles } from './locale-files.ts';

/** Buttons and links with a visible label and a longer name for screen readers. */
const CONTROLS = [
  ['portal:frame.account', 'portal:menu.open'],
  ['payment:banner.continue', 'payment:banner.continueItem'],
  ['recharge:step.change', 'recharge:step.changeStep'],
] as const;

/** A person who controls the portal by voice says the label (WCAG 2.5.3). */
test.each(LOCALE_TAGS)('%s · the name of a control contains its visible label (I18N-01)', (tag) => {
  const textOf = (key: string): string => (localeFiles.get(tag)?.get(key) ?? '').toLowerCase();
  expect(CONTROLS.filter(([label]) => textOf(label) === '')).toEqual([]);
  expect(CONTROLS.filter(([label, name]) => !textOf(name).includes(textOf(label)))).toEqual([]);
});
