import type { BuildConfig } from './build-environment.ts';

/** The only place that reads what the build was told. */
export const buildConfig: BuildConfig = PORTAL_BUILD;
