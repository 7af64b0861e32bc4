/** Field → what is wrong with its entry, null when nothing is; in the order of the fields on the page. */
export type Problems = Readonly<Record<string, string | null>>;

export const isValid = (problems: Problems): boolean => Object.values(problems).every((problem) => problem === null);

/** The first field with a problem: where the focus belongs after a refused submit. */
export const firstWrong = <Shown extends Problems>(problems: Shown | null): keyof Shown | null =>
  problems && (Object.keys(problems).find((field) => problems[field] !== null) ?? null);

/** Whether an edit changes what is shown; null: no submit was refused yet, so no problem is shown. */
export const areChanged = (shown: Problems | null, edited: Problems): boolean =>
  shown !== null && Object.keys(edited).some((field) => shown[field] !== edited[field]);
