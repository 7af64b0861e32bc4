/**
 * Uses a feature of the browser that may be missing, or throw when it is read or called. Undefined if it does. The portal works without
 * every feature that is used this way.
 */
export const attempt = <Result>(use: () => Result): Result | undefined => {
  try {
    return use();
  } catch {
    return undefined;
  }
};
