/** Secrets on their way from a field to a request; events carry only the reference. */
export type Vault = {
  readonly keep: (secret: string) => string;
  /** Returns a secret once; null if it was already taken or replaced by newer ones. */
  readonly take: (ref: string) => string | null;
};

const CAPACITY = 4;

export const createVault = (newRef: () => string): Vault => {
  const secrets = new Map<string, string>();
  return {
    keep: (secret) => {
      const ref = newRef();
      secrets.set(ref, secret);
      const [oldest] = secrets.keys();
      if (secrets.size > CAPACITY && oldest !== undefined) secrets.delete(oldest);
      return ref;
    },
    take: (ref) => {
      const secret = secrets.get(ref) ?? null;
      secrets.delete(ref);
      return secret;
    },
  };
};
