/** Results that new tests cannot change. */
const FINAL = ['Killed', 'Ignored', 'CompileError'];

/**
 * Returns Stryker's incremental file without the mutants for which no test failed. Stryker would keep the result of a mutant that runs while
 * its file loads, even after tests were added.
 *
 * @type {(text: string) => string}
 */
export const forgetMissed = (text) => {
  /** @type {{ files: Record<string, { mutants: readonly { status: string }[] }> }} */
  const { files, ...others } = JSON.parse(text);
  return JSON.stringify({
    ...others,
    files: Object.fromEntries(
      Object.entries(files).map(([file, { mutants, ...more }]) => [
        file,
        { ...more, mutants: mutants.filter(({ status }) => FINAL.includes(status)) },
      ]),
    ),
  });
};
