import jsQR from 'jsqr';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QrCode } from '../../src/ui/qr-code.tsx';

/** The pixels of the drawn code on a grey page: a camera needs the white around it. */
const pixelsOf = (text: string) => {
  const svg = renderToStaticMarkup(createElement(QrCode, { text, label: 'code' }));
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const width = Number(/width="(\d+)"/.exec(svg)?.[1]);
  const scale = width / modules;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  const dark = [...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  for (const [x, y] of dark)
    for (let row = y * scale; row < (y + 1) * scale; row += 1)
      for (let column = x * scale; column < (x + 1) * scale; column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  const quiet = Math.min(...dark.flat(), ...dark.flat().map((at) => modules - 1 - at));
  return { data, width, scale, quiet };
};

test.each([22, 60, 132, 250, 449, 450])(
  'a QR code of a URL with %i characters is read: four light modules around it, each module whole pixels (RCHG-11)',
  (length) => {
    const url = 'https://pay.example/c/'.padEnd(length, 'x7');
    const { data, width, scale, quiet } = pixelsOf(url);
    expect(quiet).toBe(4);
    expect(Number.isInteger(scale) && scale >= 3).toBe(true);
    expect(width).toBeLessThanOrEqual(279);
    expect(jsQR(data, width, width)?.data).toBe(url);
  },
);
