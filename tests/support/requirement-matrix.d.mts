import type { createTestReader, Value } from './asserted-values.mjs';

export type Level = 'm' | 'c' | 'b';
export type Requirement = {
  readonly id: string;
  readonly levels: readonly Level[];
  readonly held: boolean;
  readonly what: string;
};
export type RequirementValues = {
  readonly expects?: readonly Value[];
  readonly given?: readonly Value[];
  readonly reason?: string;
};
export type Result = { readonly file: string; readonly title: string; readonly state: string };
export const REQUIREMENTS: readonly Requirement[];
export const REQUIREMENT_VALUES: Readonly<Record<string, RequirementValues>>;
export const writtenTests: (reader?: ReturnType<typeof createTestReader>) => readonly Result[];
export const requirementProblems: (
  results: readonly Result[],
  parts?: {
    readonly requirements?: readonly Requirement[];
    readonly values?: Readonly<Record<string, RequirementValues>>;
    readonly reader?: ReturnType<typeof createTestReader>;
  },
) => readonly string[];
