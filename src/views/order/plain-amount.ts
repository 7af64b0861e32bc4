/** The amount with its currency's code: "4.99 USD" as each locale writes it. `minor`: US cents. */
export const plainAmount = (minor: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'code' }).format(minor / 100);
