/** Whole percent with a plus, in the locale's format: "+10%", "+10 %". */
export const percentText = (percent: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'always' }).format(percent / 100);
