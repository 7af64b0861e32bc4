/** Money in US cents, always an integer. */
export type Money = { readonly minor: number; readonly currency: 'USD' };

export const usd = (minor: number): Money => ({ minor, currency: 'USD' });

/** One US dollar is 100 E Points, so a price in cents is the same number of E Points. */
export const toEPoints = (price: Money): number => price.minor;
