import type { AppContext } from '../app-context.ts';
import type { PaymentProvider } from './provider.types.ts';
import { sandboxProvider } from './sandbox/sandbox.provider.ts';

type Entry = { readonly make: (context: AppContext) => PaymentProvider; readonly sandboxOnly: boolean };

/** Names as in `channels.provider` and in the path of the webhook. */
const PROVIDERS: Readonly<Record<string, Entry>> = {
  sandbox: { make: sandboxProvider, sandboxOnly: true },
};

/** null: no such provider here, so that nothing can be paid through it. */
export type ProviderOf = (name: string) => PaymentProvider | null;

/** What the money side of the server works with. */
export type Money = { readonly context: AppContext; readonly providerOf: ProviderOf };

export const moneyOf = (context: AppContext): Money => ({
  context,
  providerOf: (name) => {
    const entry = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
    return entry && (context.config.sandbox || !entry.sandboxOnly) ? entry.make(context) : null;
  },
});
