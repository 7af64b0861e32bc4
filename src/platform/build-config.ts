import type { BuildConfig } from './build-environment.ts';

export const buildConfig: BuildConfig = PORTAL_BUILD;
