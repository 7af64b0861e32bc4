const partOf = (locale: string, style: 'short' | 'longOffset', at: number): string =>
  new Intl.DateTimeFormat(locale, { timeZoneName: style }).formatToParts(at).find(({ type }) => type === 'timeZoneName')
    ?.value ?? '';

/** The device's time zone at `at` (epoch ms): "UTC", "GMT+8". */
export const zoneText = (locale: string, at: number): string => {
  const short = partOf(locale, 'short', at);
  return short === '' ? partOf(locale, 'longOffset', at) : short;
};
