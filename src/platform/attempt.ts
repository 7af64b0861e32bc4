/** Uses a feature of the browser that may be missing or throw; undefined if it does. The portal works without it. */
export const attempt = <Result>(use: () => Result): Result | undefined => {
  try {
    return use();
  } catch {
    return undefined;
  }
};
