interface ImportMetaEnv {
  /** Whether testers watch and record this build; if `false`, the bundler removes the code that it guards. */
  readonly VITE_QA: boolean;
  /** Whether the console explains what the portal cannot read. vite/build-config.ts replaces it with a literal. */
  readonly VITE_DIAGNOSE: boolean;
}

/** The checked build environment. vite/build-config.ts replaces the name with a literal. */
declare const PORTAL_BUILD: import('./platform/build-environment.ts').BuildConfig;

/** The file of VITE_CODES. Apart from PORTAL_BUILD, because the first page does without it. */
declare const PORTAL_CODES: import('./contract/codes.ts').CodeTable;

/** What a player sees who has not chosen a theme. vite/brand.ts replaces the name with a literal. */
declare const PORTAL_THEME: import('./platform/theme.ts').Theme;

/** Hosts and schemes of apps that a link from the game may name. vite/brand.ts replaces the name with a literal. */
declare const PORTAL_RETURN_TO: readonly string[];

/** The brand of the build. vite/brand.ts creates the modules. */
declare module 'virtual:brand/name' {
  type HomeLinks = readonly import('../machines/home/home.types.ts').HomeLink[];
  /** The last word of the name is drawn lighter. */
  export const wordmark: { readonly main: string; readonly last: string };
  export const nameLanguage: string;
  export const legalName: string;
  /** Links of the footer after those of the brand, which a link of the same key replaces. The title may be a text of the portal. */
  export const withOwnLinks: (links: HomeLinks, tag: string) => HomeLinks;
  /** What the logo consists of. */
  export const shapes: import('react').ReactNode;
}

declare module 'virtual:brand/scene' {
  /** URL of the picture behind the login and on the home page. */
  export const scene: string;
}

declare module 'virtual:brand/pictures' {
  /** Name → URL. */
  export const pictures: ReadonlyMap<string, string>;
}

/** The files of the build that a service worker serves. vite/service-worker.ts replaces the name with a literal. */
declare const PORTAL_FILES: import('./service-worker/build-cache.ts').Build;

/** The texts of each language by namespace. vite/languages.ts creates the module. */
declare module 'virtual:i18n/bundles' {
  type Load = () => Promise<{ readonly texts: Readonly<Record<string, object>> }>;
  type Part = 'first' | 'player' | 'all';
  export const languages: Readonly<Record<import('./contract/locales.ts').LocaleTag, Readonly<Record<Part, Load>>>>;
}

/** Literals in the first script of index.html. Plugins of the build replace the names in the page. */
declare const __BUILD__: Pick<import('./platform/build-environment.ts').BuildConfig, 'version' | 'apiBase'>;
/** URLs of the chunks by first view; for each language, of the texts before a login and of all texts. */
declare const __ROUTE_CHUNKS__: Readonly<Record<string, readonly string[]>>;
declare const __LOCALE_CHUNKS__: Readonly<Record<string, readonly string[]>>;
declare const __STYLES__: readonly string[];
declare const __ENTRY_CHUNKS__: readonly string[];
declare const __ENTRIES__: readonly string[];
/** Heading of the top-up page, and the question of its first step, by language. */
declare const __HEADINGS__: Readonly<Record<string, readonly [title: string, question: string]>>;
/** Title, text and button of the load error, by language. */
declare const __LOAD_ERRORS__: Readonly<Record<string, readonly string[]>>;
