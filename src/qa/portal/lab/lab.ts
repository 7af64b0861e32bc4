import type { AnyActorRef } from 'xstate';
import type { LabClock } from './lab.clock.ts';
import { type LabDeviceControl, REAL_DEVICE } from './lab.device.ts';
import type { LabSandbox, TimeSpan } from './lab.sandbox.ts';
import { type LabTrigger, scenarioNamed } from './lab.scenarios.ts';

type Seen = {
  readonly value?: unknown;
  readonly context?: {
    readonly account?: { readonly userId?: string | null } | null;
    readonly tracked?: readonly { readonly ticket: { readonly orderId: string } }[];
    readonly record?: { readonly status?: string } | null;
  };
  readonly children?: Readonly<Record<string, AnyActorRef | undefined>>;
};

const snapshotOf = (actor: AnyActorRef | null | undefined): Seen => (actor?.getSnapshot() ?? {}) as Seen;

const playerOf = (root: AnyActorRef | null): Seen => snapshotOf(snapshotOf(root).children?.['signedIn']);

/** Whether a state of this name is active anywhere in the chart. */
const isIn = (value: unknown, name: string): boolean =>
  value === name ||
  (typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([key, inner]) => key === name || isIn(inner, name)));

/** Ids of the tracked orders, newest last. */
export const trackedOrders = (root: AnyActorRef | null): readonly string[] =>
  (playerOf(root).context?.tracked ?? []).map(({ ticket }) => ticket.orderId);

export const accountOf = (root: AnyActorRef | null): string | null => snapshotOf(root).context?.account?.userId ?? null;

export const hasTriggered = (root: AnyActorRef | null, trigger: LabTrigger): boolean => {
  switch (trigger) {
    case 'confirm':
      return isIn(snapshotOf(playerOf(root).children?.['recharge']).value, 'confirming');
    case 'order':
      return trackedOrders(root).length > 0;
    case 'paid':
      return trackedOrders(root).some((orderId) => {
        const payment = playerOf(root).children?.[`payment.${orderId}`];
        return snapshotOf(payment).context?.record?.status === 'paid';
      });
  }
};

type LabParts = {
  readonly sandbox: LabSandbox;
  readonly device: LabDeviceControl;
  readonly clock: LabClock;
  readonly orders: () => readonly string[];
  readonly userId: () => string | null;
  readonly hasTriggered: (trigger: LabTrigger) => boolean;
};

export const createLab = ({ sandbox, device, clock, orders, userId, hasTriggered }: LabParts) => {
  const waiting = new Map<() => void, LabTrigger>();

  const checkTriggers = (): void => {
    for (const [resolve, trigger] of waiting) {
      if (!hasTriggered(trigger)) continue;
      waiting.delete(resolve);
      resolve();
    }
  };

  return {
    sandbox,
    device,
    orders,
    userId,
    passedMs: clock.passedMs,
    toRealTime: clock.reset,
    /** Advances the time of this browser: on the server for its orders, and in its tabs. Resolves with an error message or null. */
    letPass: async (span: TimeSpan): Promise<string | null> => {
      const result = await sandbox.letPass(span);
      if (!result.ok) return result.why;
      clock.pass(result.value.seconds * 1_000);
      return null;
    },
    waiting: (): readonly LabTrigger[] => [...waiting.values()],
    /** Ends everything that is forced; scenarios that wait are forgotten. Resolves with an error message or null. */
    toNormal: async (): Promise<string | null> => {
      waiting.clear();
      device.change(REAL_DEVICE);
      const result = await sandbox.clear();
      if (clock.passedMs() > 0) clock.reset();
      return result.ok ? null : result.why;
    },
    /** Called when the portal changes: starts the scenarios whose trigger it reached. */
    checkTriggers,
    /** Sets a scenario up once its trigger is reached; resolves with an error message or null, and rejects for an unknown name. */
    play: async (name: string): Promise<string | null> => {
      const scenario = scenarioNamed(name);
      if (!scenario) throw new Error(`Unknown scenario "${name}".`);
      const { faults, from, device: part } = scenario;
      if (part) device.change(part);
      if (from)
        await new Promise<void>((resolve) => {
          waiting.set(resolve, from);
          checkTriggers();
        });
      for (const rule of faults) {
        const result = await sandbox.addFault(rule);
        if (!result.ok) return result.why;
      }
      return null;
    },
  };
};

export type Lab = ReturnType<typeof createLab>;
