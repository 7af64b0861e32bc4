interface ImportMetaEnv {
  /** A build that testers watch and record; `false` is folded away together with what it guards. */
  readonly VITE_QA: boolean;
}

/** The checked build environment. vite/build-config.ts replaces the name with a literal. */
declare const PORTAL_BUILD: import('./platform/build-environment.ts').BuildConfig;

/** The files of the build that a service worker serves. vite/service-worker.ts replaces the name with a literal. */
declare const PORTAL_FILES: import('./service-worker/build-cache.ts').Build;

/** The same texts as a module of their own, so that a chunk of a whole language shares none with its halves. */
declare module '*.json?whole' {
  const texts: object;
  export = texts;
}
