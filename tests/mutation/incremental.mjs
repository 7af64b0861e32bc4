/** Results that new tests cannot change. */
const FINAL = ['Killed', 'Ignored', 'CompileError'];

/**
 * The incremental file of Stryker without the mutants that no test failed with. Stryker would keep the result of one that runs while its file
 * loads, even after new tests.
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
