export type Level = 'm' | 'c' | 'b';
export type Requirement = {
  readonly id: string;
  readonly levels: readonly Level[];
  readonly held: boolean;
  readonly what: string;
};
export const REQUIREMENTS: readonly Requirement[];
