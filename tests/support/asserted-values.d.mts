/** A number, whole words of a literal, a regular expression, or values of which one is enough. */
export type Value = number | string | { readonly match: string } | readonly Value[];
export type Values = { readonly numbers: ReadonlySet<number>; readonly texts: ReadonlySet<string> };
/** `count`: how many assertions there are. */
export type TestClaims = { readonly count: number; readonly asserted: Values; readonly given: Values };
export const createTestReader: (
  read?: (path: string) => string | null,
  helperFiles?: readonly string[],
) => {
  readonly titlesIn: (path: string) => readonly string[];
  readonly testAt: (path: string, title: string) => TestClaims | null;
};
export const hasValue: (values: Values, value: Value) => boolean;
