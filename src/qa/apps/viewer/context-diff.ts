export type Change = {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'unchanged';
  readonly before: string | null;
  readonly after: string | null;
};

const LANGUAGE = /^[a-z]{2}-[A-Z]{2}$/;

/** A text in every language is one leaf. */
const isTranslated = (value: object): boolean => Object.keys(value).every((key) => LANGUAGE.test(key));

const leaves = (value: unknown, path: string, into: Map<string, string>): Map<string, string> => {
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && !isTranslated(value)) {
    for (const [key, inner] of Object.entries(value))
      leaves(inner, Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key, into);
    return into;
  }
  if (value !== undefined || path !== '') into.set(path || '(all)', JSON.stringify(value) ?? 'undefined');
  return into;
};

/** Whether there are leaves below the path. */
const isFilled = (path: string, all: ReadonlyMap<string, string>): boolean =>
  [...all.keys()].some((key) => key.startsWith(`${path}.`) || key.startsWith(`${path}[`));

/** Compares two contexts leaf by leaf. Changes are first. */
export const diffContext = (before: unknown, after: unknown): readonly Change[] => {
  const old = leaves(before, '', new Map());
  const fresh = leaves(after, '', new Map());
  const all = [...new Set([...fresh.keys(), ...old.keys()])].map((path): Change => {
    const was = old.get(path) ?? null;
    const is = fresh.get(path) ?? null;
    if (was !== null && is === null && isFilled(path, fresh))
      return { path, kind: 'changed', before: was, after: '{…}' };
    if (was === null && is !== null && isFilled(path, old)) return { path, kind: 'changed', before: '{…}', after: is };
    const kind = was === null ? 'added' : is === null ? 'removed' : was === is ? 'unchanged' : 'changed';
    return { path, kind, before: was, after: is };
  });
  return [...all.filter(({ kind }) => kind !== 'unchanged'), ...all.filter(({ kind }) => kind === 'unchanged')];
};
