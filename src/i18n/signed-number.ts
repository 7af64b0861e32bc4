/** A signed number with a minus sign instead of a hyphen: "+1,200", "−300", "0". */
export const formatSigned = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(value).replace('-', '−');
