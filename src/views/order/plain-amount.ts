/** The amount with its currency code in the locale's format: "4.99 USD". `minor`: US cents. */
export const plainAmount = (minor: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'code' }).format(minor / 100);
