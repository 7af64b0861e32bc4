import type { ReactNode } from 'react';
import { encode } from 'uqr';
import { fitsQrCode } from './qr-length.ts';

/**
 * Dark modules on white in either theme, with the quiet zone that scanners need; nothing for a text that does not fit. The edges are
 * smooth, because edges on whole pixels would make some modules twice as wide as others.
 */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }): ReactNode => {
  if (!fitsQrCode(text)) return null;
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={132} height={132} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
};
