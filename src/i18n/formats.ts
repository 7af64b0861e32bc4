const numbers = new Map<string, Intl.NumberFormat>();

const numberFormat = (locale: string, style: 'usd' | 'plain'): Intl.NumberFormat => {
  const key = `${style} ${locale}`;
  const known = numbers.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, style === 'usd' ? { style: 'currency', currency: 'USD' } : {});
  numbers.set(key, made);
  return made;
};

/** US cents → "US$4.99", "4,99 US$", in Vietnam "4,99 USD": a bare "$" is ambiguous. */
export const formatUsd = (minor: number, locale: string): string =>
  numberFormat(locale, 'usd')
    .formatToParts(minor / 100)
    .map(({ type, value }) => (type === 'currency' ? (locale === 'vi-VN' ? 'USD' : 'US$') : value))
    .join('');

/** Whether all languages of the portal write the number in Latin digits without a separator. The first number format takes milliseconds to create. */
const isPlain = (value: number): boolean => Number.isInteger(value) && value > 0 && value < 1_000;

export const formatNumber = (value: number, locale: string): string =>
  isPlain(value) ? String(value) : numberFormat(locale, 'plain').format(value);

/** "1,200 EP": the unit is not translated. */
export const formatEPoints = (amount: number, locale: string): string => `${formatNumber(amount, locale)}\u00a0EP`;

/** A signed number with a minus sign instead of a hyphen: "+1,200", "−300", "0". */
export const formatSigned = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(value).replace('-', '−');
