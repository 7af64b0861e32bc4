import type { BuildConfig } from './build-environment.ts';

/** The build configuration, inlined by Vite. */
export const buildConfig: BuildConfig = PORTAL_BUILD;
