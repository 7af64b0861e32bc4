import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Picture } from '../../src/art/picture.tsx';
import { ChannelPicture, channelArt } from '../../src/views/wizard/channel-list.view.tsx';
import { readBrand } from '../../vite/read-brand.ts';

const drawn = (name: string | null) =>
  renderToStaticMarkup(createElement(Picture, { name, fallback: 'item', width: 72 }));
const sourceOf = (name: string | null) => /src="([^"]*)"/.exec(drawn(name))?.[1] ?? '';

test('a picture of the brand is found by its name', () => {
  expect(sourceOf('epoint')).toMatch(/\/epoint\.svg/);
  expect(sourceOf(null)).toMatch(/\/item\.svg/);
  expect(sourceOf('no-such-picture')).toMatch(/\/item\.svg/);
});

test.each(['/media/gems.webp', 'https://media.example/gems.webp'])('%s is a picture of the publisher', (address) => {
  expect(sourceOf(address)).toBe(address);
  for (const attribute of ['loading="lazy"', 'width="72"', 'height="72"', 'referrerPolicy="no-referrer"', 'alt=""'])
    expect(drawn(address)).toContain(attribute);
});

test.each(['http://media.example/gems.webp', '//media.example/gems.webp', '/\\media.example', 'data:,', 'constructor'])(
  'instead of %s, the picture of the brand is shown',
  (name) => {
    expect(sourceOf(name)).toMatch(/\/item\.svg/);
  },
);

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
