import { readCodes } from '../../vite/build-config.ts';
import { type BuildVariables, readBuildConfig } from '../platform/build-environment.ts';
import { checkApi } from './check-api.ts';
import type { CheckSetup } from './findings.ts';
import { junitOf, tableOf } from './report.ts';

type CheckCommand = Omit<CheckSetup, 'fetch' | 'config' | 'codes'> & {
  /** The VITE_ variables of the portal's build. */
  readonly variables: BuildVariables;
  /** The folder from which a relative path in VITE_CODES starts. */
  readonly root: string;
};

/** Checks an API. Throws a one-line error if the variables are not those of a build, or nothing responds. */
export const runCheck = async ({ variables, root, ...setup }: CheckCommand) => {
  const config = readBuildConfig(variables);
  const results = await checkApi({ ...setup, fetch, config, codes: readCodes(root, variables['VITE_CODES']) });
  return {
    table: tableOf(results),
    json: `${JSON.stringify(results, null, 2)}\n`,
    junit: junitOf(results),
    hasFailed: results.some(({ verdict }) => verdict === 'fail'),
  };
};
