import type { AnyStateMachine } from 'xstate';
import type { Rule } from '../../../machines/kernel/rule.ts';

/** Which data a recording shows unmasked, by the keys above it. Each part is explained where the subject defines it. */
export type PlainKeys = {
  readonly text: ReadonlySet<string>;
  readonly publicText: ReadonlySet<string>;
  readonly address: ReadonlySet<string>;
  readonly query: ReadonlySet<string>;
  readonly words: Readonly<Record<string, ReadonlySet<string>>>;
  readonly numbers: ReadonlySet<string>;
  readonly opaque: ReadonlySet<string>;
  readonly secret: RegExp;
  readonly picture: ReadonlySet<string>;
  readonly wireNames: Readonly<Record<string, string>>;
};

/** What the tools watch. `system`: its root machine with every machine below it, unwired. */
export type Subject = {
  readonly plainKeys: PlainKeys;
  readonly system: AnyStateMachine;
  readonly rules: readonly Rule[];
};

const parts: Partial<Subject> = {};

/** Called by the modules that know the subject, when they are loaded. */
export const describeSubject = (given: Partial<Subject>): void => void Object.assign(parts, given);

/** A part of the subject; throws if the module that knows it is not loaded. */
export const subject = <Part extends keyof Subject>(part: Part): Subject[Part] => {
  const found: Partial<Subject>[Part] = parts[part];
  if (found === undefined) throw new Error(`The subject of the tools has no ${part}: import its portal module`);
  return found as Subject[Part];
};
