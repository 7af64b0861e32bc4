/** A place where two pieces of data differ. `path` begins below the data, such as `record.timeline[1].status`; '' is the data itself. */
export type Difference = { readonly path: string; readonly a: unknown; readonly b: unknown };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The innermost differences, in the order of `a`. */
export const differencesBelow = (
  a: unknown,
  b: unknown,
  isSame: (a: unknown, b: unknown, path: string) => boolean,
  path = '',
): readonly Difference[] => {
  if (isSame(a, b, path)) return [];
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return [{ path, a, b }];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => {
    const inside = Array.isArray(a) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    return differencesBelow(a[name], b[name], isSame, inside);
  });
};
