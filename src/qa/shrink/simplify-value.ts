import { isMasked } from '../redact/redactor.ts';

/** Names of fields, with the name of the object that they belong to, that are null somewhere in these messages: `record.deliveredAt`. */
export const nullableFields = (events: readonly unknown[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const collect = (value: unknown, above: string, name: string): void => {
    if (value === null) found.add(`${above}.${name}`);
    else if (Array.isArray(value)) for (const member of value) collect(member, above, name);
    else if (typeof value === 'object') for (const [key, member] of Object.entries(value)) collect(member, name, key);
  };
  for (const event of events) collect(event, '', '');
  return found;
};

const LONG_TEXT = 24;
const SHORT_LIST = 12;

const shorterLists = (list: readonly unknown[]): readonly (readonly unknown[])[] => {
  const half = Math.ceil(list.length / 2);
  return [[], list.slice(0, half), list.slice(half)].filter(({ length }) => length < list.length);
};

type Accept = (value: unknown) => boolean;

/** Where a value is: the field, the object above it, and the fields that may be null. */
type Place = { readonly above: string; readonly name: string; readonly nullable: ReadonlySet<string> };

const simplifyList = (given: readonly unknown[], place: Place, accept: Accept): unknown => {
  let list = given;
  for (let shorter = shorterLists(list).find(accept); shorter; shorter = shorterLists(list).find(accept))
    list = shorter;
  for (let at = list.length - 1; at >= 0 && list.length > 1 && list.length <= SHORT_LIST; at -= 1) {
    const rest = list.toSpliced(at, 1);
    if (accept(rest)) list = rest;
  }
  for (const [at, member] of list.entries()) {
    const whole = list;
    list = whole.with(
      at,
      simplifyValue(member, place, (value) => accept(whole.with(at, value))),
    );
  }
  return list;
};

/** A simpler value for which `accept` returns true: shorter lists and texts, null in a field that may be null. */
export const simplifyValue = (given: unknown, place: Place, accept: Accept): unknown => {
  const { above, name, nullable } = place;
  if (given === null || (nullable.has(`${above}.${name}`) && accept(null))) return null;
  if (typeof given === 'string') {
    const [word = ''] = given.split(' ');
    return given.length > LONG_TEXT && word.length < given.length && !isMasked(given) && accept(word) ? word : given;
  }
  if (typeof given !== 'object') return given;
  if (Array.isArray(given)) return simplifyList(given, place, accept);
  let value = given as Readonly<Record<string, unknown>>;
  for (const [key, member] of Object.entries(value)) {
    const whole = value;
    const inside = { above: name, name: key, nullable };
    value = { ...whole, [key]: simplifyValue(member, inside, (other) => accept({ ...whole, [key]: other })) };
  }
  return value;
};
