import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { CHANNELS } from '../../server/seed/games.seed.ts';
import type { LocaleTag } from '../../src/contract/locales.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { useChannelTitle } from '../../src/views/order/channel-title.ts';
import { shownFiles } from '../locales/locale-files.ts';
import { translatorIn } from '../support/views/translator.ts';

type Named = Parameters<ReturnType<typeof useChannelTitle>>[0];

const Title = (channel: Named): ReactNode => useChannelTitle()(channel);

const titlesIn = async (tag: LocaleTag) => {
  const { i18n } = await translatorIn(tag);
  return (channel: Named): string =>
    renderToStaticMarkup(createElement(I18nextProvider, { i18n }, createElement(Title, channel)));
};

test.each(LOCALE_TAGS)('every channel of the reference server has its name in %s (RCHG-08, I18N-05)', async (tag) => {
  const titleOf = await titlesIn(tag);
  for (const { channelCode } of CHANNELS)
    expect(titleOf({ fieldKey: channelCode, title: 'name of the server' }), channelCode).toBe(
      shownFiles.get(tag)?.get(`recharge:channel.name.${channelCode}`),
    );
});

test('a channel with another code has the name of the server (RCHG-08)', async () => {
  const titleOf = await titlesIn('de-DE');
  expect(titleOf({ fieldKey: 'paypal', title: 'PayPal' })).toBe('PayPal');
  expect(titleOf({ fieldKey: null, title: 'PayPal' })).toBe('PayPal');
});
