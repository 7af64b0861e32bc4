/** The problem of each field, or null; in the order of the fields on the page. */
export type Problems = Readonly<Record<string, string | null>>;

export const isValid = (problems: Problems): boolean => Object.values(problems).every((problem) => problem === null);

/** The first field with a problem; it gets the focus after a rejected submit. */
export const firstInvalidField = <Shown extends Problems>(problems: Shown | null): keyof Shown | null =>
  problems && (Object.keys(problems).find((field) => problems[field] !== null) ?? null);

/** Whether an edit changes the visible problems. A null `shown` means that no problem is visible yet. */
export const haveProblemsChanged = (shown: Problems | null, edited: Problems): boolean =>
  shown !== null && Object.keys(edited).some((field) => shown[field] !== edited[field]);
