interface ImportMetaEnv {
  /** Whether testers watch and record this build; if `false`, the bundler removes the code that it guards. */
  readonly VITE_QA: boolean;
}

/** The checked build environment. vite/build-config.ts replaces the name with a literal. */
declare const PORTAL_BUILD: import('./platform/build-environment.ts').BuildConfig;

/** The file of VITE_CODES. Apart from PORTAL_BUILD, because the first page does without it. */
declare const PORTAL_CODES: import('./contract/codes.ts').CodeTable;

/** The files of the build that a service worker serves. vite/service-worker.ts replaces the name with a literal. */
declare const PORTAL_FILES: import('./service-worker/build-cache.ts').Build;

/** The same texts as a separate module, so that the chunk of a whole language shares no module with the chunks of its halves. */
declare module '*.json?whole' {
  const texts: object;
  export = texts;
}
