import type { AnyMachineSnapshot } from 'xstate';
import { type Rule, type RuleStep, ruleAbout } from '../kernel/rule.ts';
import type { Account, SessionContext } from '../session/session.types.ts';
import type { SignedInContext } from '../signed-in/signed-in.types.ts';
import { isAboutAccount, type ToastsContext } from '../toasts/toasts.machine.ts';
import type { PortalSnapshot } from './portal.screens.ts';
import type { PortalContext } from './portal.types.ts';

const IDENTITY = ['userId', 'localId', 'gameAccountId', 'displayName'] as const;

/** What identifies an account and its orders. */
type Traces = { readonly names: ReadonlySet<string>; readonly orders: ReadonlySet<string> };

type Memory = {
  readonly current: Traces;
  readonly former: Traces;
  readonly snapshots: ReadonlyMap<string, AnyMachineSnapshot>;
};

const NO_TRACES: Traces = { names: new Set(), orders: new Set() };

const namesOf = (account: Account): ReadonlySet<string> => new Set(IDENTITY.flatMap((key) => account[key] || []));

const without = (all: ReadonlySet<string>, some: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...all].filter((one) => !some.has(one)));

/** Removes an account that logs in again from the former accounts. */
const withoutFormer = (memory: Memory, names: ReadonlySet<string>): Memory => ({
  ...memory,
  former: { ...memory.former, names: without(memory.former.names, names) },
});

const withLogin = (memory: Memory, names: ReadonlySet<string>): Memory => ({
  ...withoutFormer(memory, names),
  current: { ...memory.current, names },
});

const withOrders = (memory: Memory, { tracked }: SignedInContext): Memory => {
  const orders = new Set([...memory.current.orders, ...tracked.map(({ ticket }) => ticket.orderId)]);
  return {
    ...memory,
    current: { ...memory.current, orders },
    former: { ...memory.former, orders: without(memory.former.orders, orders) },
  };
};

const withLogout = (memory: Memory): Memory => ({
  ...memory,
  current: NO_TRACES,
  former: {
    names: new Set([...memory.former.names, ...memory.current.names]),
    orders: new Set([...memory.former.orders, ...memory.current.orders]),
  },
});

const afterStep = (memory: Memory, { machine, path, snapshot }: RuleStep): Memory => {
  const known = { ...memory, snapshots: new Map([...memory.snapshots, [path, snapshot]]) };
  switch (machine) {
    case 'session': {
      const { account } = snapshot.context as SessionContext;
      return account ? withoutFormer(known, namesOf(account)) : known;
    }
    case 'portal': {
      const { account } = snapshot.context as PortalContext;
      if (account) return withLogin(known, namesOf(account));
      return known.current.names.size === 0 ? known : withLogout(known);
    }
    case 'signed-in':
      return snapshot.status === 'active' ? withOrders(known, snapshot.context as SignedInContext) : known;
    default:
      return known;
  }
};

const isIdentity = (key: string): boolean => IDENTITY.some((one) => one === key);

/** The key whose value still identifies a former account. */
const traceIn = (value: unknown, names: ReadonlySet<string>): string | null => {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && isIdentity(key) && names.has(inner)) return key;
    const below = traceIn(inner, names);
    if (below !== null) return `${key}.${below}`;
  }
  return null;
};

const leftOver = (path: string, { context }: AnyMachineSnapshot, memory: Memory): string | null => {
  const { names, orders } = memory.former;
  const trace = names.size > 0 ? traceIn(context, names) : null;
  if (trace !== null) return `${path} still has ${trace}`;
  if (path !== '$/toasts') return null;
  const isLoggedOut = names.size > 0 && memory.current.names.size === 0;
  const { queue } = context as ToastsContext;
  const toast = queue.find((one) => orders.has(one.orderId ?? '') || (isLoggedOut && isAboutAccount(one)));
  return toast ? `a toast still shows ${toast.orderId ?? toast.subject}` : null;
};

const logoutLeavesNothing = ruleAbout<AnyMachineSnapshot>()({
  id: 'logout-leaves-nothing',
  sentence: 'After a logout nothing of the account is in any machine.',
  memory: { current: NO_TRACES, former: NO_TRACES, snapshots: new Map() } as Memory,
  check: (memory, step) => {
    const known = afterStep(memory, step);
    const { snapshots } = known;
    const own = step.snapshot.status === 'active' ? leftOver(step.path, step.snapshot, known) : null;
    // The root may learn of the logout before the step of the session is seen, so the others are checked at the next step of the root.
    if (own !== null || step.machine !== 'portal' || memory.former.names.size === 0) return own;
    for (const path of step.running.keys()) {
      const snapshot = snapshots.get(path);
      const found = snapshot ? leftOver(path, snapshot, known) : null;
      if (found !== null) return found;
    }
    return null;
  },
  remember: afterStep,
});

const signedInNeedsAccount = ruleAbout<PortalSnapshot>('portal')({
  id: 'signed-in-needs-account',
  sentence: 'The pages of a player run only while an account is logged in.',
  check: (_, { snapshot, running }) => {
    if (snapshot.context.account !== null) return null;
    const signedIn = [...running].find(([, machine]) => machine === 'signed-in');
    return signedIn ? `${signedIn[0]} runs without an account` : null;
  },
});

export const PORTAL_RULES: readonly Rule[] = [logoutLeavesNothing, signedInNeedsAccount];
