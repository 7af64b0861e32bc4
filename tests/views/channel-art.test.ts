import { expect, test } from 'vitest';
import { channelArt } from '../../src/views/order/channel-art.ts';
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
