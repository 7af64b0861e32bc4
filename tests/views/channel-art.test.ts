import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChannelPicture, channelArt } from '../../src/views/wizard/channel-list.view.tsx';
import { readBrand } from '../../vite/read-brand.ts';

test.each([
  ['card', 'channel-card'],
  ['visa_master', 'channel-card'],
  ['bank_transfer', 'channel-bank'],
  ['carrier', 'channel-carrier'],
  ['phone_bill', 'channel-carrier'],
  ['wallet', 'channel-wallet'],
  ['epoint', 'epoint'],
  ['anything-else', 'channel-wallet'],
])('the channel %s has the art %s (RCHG-08)', (code, art) => {
  expect(channelArt(code)).toBe(art);
  expect(readBrand(process.cwd()).art.pictures[art]).toBeDefined();
});

test('a channel has the picture that the API names, and ours if the brand lacks it (RCHG-08)', () => {
  const channel = { fieldKey: 'bank', title: 'Bank', isOpen: true, priority: 0 };
  const drawn = (art: object) =>
    renderToStaticMarkup(createElement(ChannelPicture, { channel: { ...channel, ...art }, width: 40 }));
  expect(drawn({ art: 'https://cdn.example/bank.webp' })).toMatch(
    /loading="lazy".* src="https:..cdn.example.bank.webp"/,
  );
  expect(drawn({ art: 'no-such-picture' })).toBe(drawn({}));
  expect(drawn({})).toContain('channel-bank');
});
