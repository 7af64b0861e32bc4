import { readCodeTable } from '../../../src/contract/codes.ts';
import { type BuildVariables, readBuildConfig } from '../../../src/platform/build-environment.ts';
import { checkApi } from './check-api.ts';
import type { CheckSetup } from './findings.ts';
import { junitOf, tableOf } from './report.ts';

type CheckCommand = Omit<CheckSetup, 'fetch' | 'config' | 'codes'> & {
  /** The VITE_ variables of the portal's build. */
  readonly variables: BuildVariables;
  /** The content of the file that VITE_CODES names. */
  readonly codes: unknown;
};

/** Checks an API. Throws a one-line error if the variables are not those of a build. */
export const runCheck = async ({ variables, codes, ...setup }: CheckCommand) => {
  const results = await checkApi({ ...setup, fetch, config: readBuildConfig(variables), codes: readCodeTable(codes) });
  return {
    table: tableOf(results),
    json: `${JSON.stringify(results, null, 2)}\n`,
    junit: junitOf(results),
    hasFailed: results.some(({ verdict }) => verdict === 'fail'),
  };
};
