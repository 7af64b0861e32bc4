/** Secrets on their way from a field to a request; events carry only the reference. */
export type Vault = {
  readonly keep: (secret: string) => string;
  /** Once; null when it was taken, or pushed out by newer ones. */
  readonly take: (ref: string) => string | null;
};

const ROOM = 4;

export const createVault = (newRef: () => string): Vault => {
  const secrets = new Map<string, string>();
  return {
    keep: (secret) => {
      const ref = newRef();
      secrets.set(ref, secret);
      const [oldest] = secrets.keys();
      if (secrets.size > ROOM && oldest !== undefined) secrets.delete(oldest);
      return ref;
    },
    take: (ref) => {
      const secret = secrets.get(ref) ?? null;
      secrets.delete(ref);
      return secret;
    },
  };
};
