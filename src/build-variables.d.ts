interface ImportMetaEnv {
  /** A build that testers watch and record; `false` is folded away together with what it guards. */
  readonly VITE_QA: boolean;
}

/** What vite.config.ts has read and checked; stands in the code as a literal. */
declare const PORTAL_BUILD: import('./platform/build-environment.ts').BuildConfig;
