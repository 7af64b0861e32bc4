/** Whole percent as the locale writes it, with a plus: "+10%", "+10 %". */
export const percentText = (percent: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'always' }).format(percent / 100);
