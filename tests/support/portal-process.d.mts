export type PortalProcess = {
  readonly url: string;
  readonly port: number;
  readonly dataDir: string;
  readonly start: () => Promise<string>;
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
  readonly output: () => string;
  readonly remove: () => Promise<void>;
};
export const freePort: () => Promise<number>;
export const createPortalProcess: (environment?: Readonly<Record<string, string>>) => Promise<PortalProcess>;
