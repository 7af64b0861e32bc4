interface ImportMetaEnv {
  /** A build that testers watch and record; `false` is folded away together with what it guards. */
  readonly VITE_QA: boolean;
}

/** The checked build environment. vite/build-config.ts replaces the name with a literal. */
declare const PORTAL_BUILD: import('./platform/build-environment.ts').BuildConfig;
