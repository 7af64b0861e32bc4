import { type BuildConfig, readBuildConfig } from './build-environment.ts';

/** `npm run dev` and the tests; nothing of it reaches a build. */
const development = import.meta.env.DEV
  ? {
      VITE_PASSWORD_KEY: 'demo-key-16bytes',
      VITE_RESET_PASSPHRASE: 'demo passphrase for codes and resets',
      VITE_SANDBOX: '1',
    }
  : {};

/** The only place that reads what the build was told. */
export const buildConfig: BuildConfig = readBuildConfig({ ...development, ...import.meta.env });
