import { encode } from 'uqr';
import { fitsQrCode } from './qr-length.ts';

/** Modules of white around the code, as the standard requires. */
const QUIET_ZONE = 4;
/** A camera does not read smaller modules from a screen. */
const LEAST_MODULE_PX = 3;
const WANTED_PX = 160;

/**
 * Dark modules on white in either theme, with the quiet zone that scanners need; nothing for a text that does not fit. Each module is a
 * whole number of pixels wide.
 */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  if (!fitsQrCode(text)) return null;
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const width = size * Math.max(LEAST_MODULE_PX, Math.floor(WANTED_PX / size));
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width={width} height={width} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
};
