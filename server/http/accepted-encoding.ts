/** The first of these encodings that the header `accept-encoding` allows. */
export const acceptedEncoding = <Name extends string>(
  header: string | undefined,
  names: readonly Name[],
): Name | undefined => {
  const parts = (header ?? '').toLowerCase().split(',');
  const accepted = parts.filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part)).map((part) => part.split(';')[0]?.trim());
  return names.find((name) => accepted.includes(name));
};
