interface ImportMetaEnv {
  /** A build that testers watch and record; `false` is folded away together with what it guards. */
  readonly VITE_QA: boolean;
}
