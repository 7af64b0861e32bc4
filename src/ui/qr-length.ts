/** A code of 450 bytes has 85 modules per side. With its quiet zone it is 279 pixels wide, which fits on every phone. */
const MAX_BYTES = 450;

/** Whether a text is short enough for a QR code that a camera can read. Payment URLs can be nine times as long. */
export const fitsQrCode = (text: string): boolean => new TextEncoder().encode(text).length <= MAX_BYTES;
