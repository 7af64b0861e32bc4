/** Why generated paths cannot take some pairs, or see some outcomes of guards. `missing`: the lines of `docs/machines/coverage.md`. */
type CoverageReason = { readonly machine: string; readonly missing: RegExp; readonly reason: string };

const COVERAGE_REASONS: readonly CoverageReason[] = [];

export const reasonOf = (machine: string, missing: string): string | null =>
  COVERAGE_REASONS.find((one) => one.machine === machine && one.missing.test(missing))?.reason ?? null;
