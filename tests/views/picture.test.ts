import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Picture } from '../../src/art/picture.tsx';

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
