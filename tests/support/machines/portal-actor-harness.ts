import { vi } from 'vitest';
import { type AnyActorRef, createActor, fromPromise } from 'xstate';
import { portalMachine } from '../../../machines/portal/portal.machine.ts';
import type { PortalSnapshot } from '../../../machines/portal/portal.screens.ts';
import type { PortalEmitted, PortalEvent } from '../../../machines/portal/portal.types.ts';
import { bootMachine } from '../../../machines/portal/portal-boot.machine.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import type { SessionSnapshot } from '../../../machines/session/session.screens.ts';
import type { SessionEvent } from '../../../machines/session/session.types.ts';
import { type ResumeState, resumeMachine } from '../../../machines/signed-in/resume.machine.ts';
import { signedInMachine } from '../../../machines/signed-in/signed-in.machine.ts';
import type { SignedInSnapshot } from '../../../machines/signed-in/signed-in.screens.ts';
import type { SignedInEvent } from '../../../machines/signed-in/signed-in.types.ts';
import { WIZARD_STEPS, type WizardStep } from '../../../machines/wizard/wizard.types.ts';
import { ada, config, resumeStateOf } from '../views/portal-samples.ts';
import { controlledCopy } from './controlled-actors.ts';

type Nav = Extract<PortalEmitted, { type: 'nav' }>;

export type PortalHarnessOptions = {
  /** The steps that the stubbed wizard accepts. Without it the wizard sends nothing. */
  readonly wizardSteps?: readonly WizardStep[];
  /** The code of the signed-in half loads when the test resolves `loadSignedIn`. */
  readonly isSignedInCodePending?: boolean;
};

const entered = (step: WizardStep, replace: boolean): SignedInEvent => ({
  type: 'step.entered',
  target: 'game',
  step,
  replace,
});

/** More navigations than this between two events are a loop. */
const MAX_NAVS = 20;

const root = controlledCopy(portalMachine, ['environment']);
const signedIn = controlledCopy(signedInMachine, [
  'recharge',
  'epointRecharge',
  'payment',
  'orderDetail',
  'balance',
  'listRoute',
  'article',
  'bulletins',
]);
const resume = controlledCopy(resumeMachine, []);
const session = controlledCopy(sessionMachine, []);
const boot = controlledCopy(bootMachine, []);
const PARTS = [root, signedIn, resume, session, boot];

const signedInCodePending = root.machine.provide({
  actors: {
    session: session.machine,
    boot: boot.machine,
    signedIn: signedIn.machine.provide({ actors: { resume: resume.machine } }),
  },
});
const complete = signedInCodePending.provide({ actors: { loadSignedIn: fromPromise(async () => null) } });

/**
 * The real portal, signed-in, session, boot and resume machines; every promise is settled by the test. Wizards, payments, balance, order
 * detail, toasts and environment are stubbed children that record the events they receive. A fake browser history executes `nav`.
 */
export const startPortal = ({ wizardSteps, isSignedInCodePending }: PortalHarnessOptions = {}) => {
  const actor = createActor(isSignedInCodePending ? signedInCodePending : complete, { systemId: 'portal' });
  const calls = () => PARTS.flatMap(({ recordsOf }) => recordsOf(actor.system).calls);
  const stubbedChildren = () => PARTS.flatMap(({ recordsOf }) => recordsOf(actor.system).stubbedChildren);
  const playing = (): AnyActorRef | undefined => actor.getSnapshot().children['signedIn'];

  const navs: Nav[] = [];
  const logins: PortalEmitted[] = [];
  const stack: string[] = [];
  let burst = 0;
  let step: WizardStep = 'server';
  let handledCount = 0;

  const sendUrl = (action: 'POP' | 'PUSH' | 'REPLACE'): void => {
    const [path = '', ...query] = (stack.at(-1) ?? '/').split('?');
    actor.send({ type: 'url.changed', path, search: query.length ? `?${query.join('?')}` : '', action });
  };
  const navigate = (to: string, replace: boolean): void => {
    if (replace) stack.pop();
    stack.push(to);
    sendUrl(replace ? 'REPLACE' : 'PUSH');
  };
  actor.on('login.result', (event: PortalEmitted) => logins.push(event));
  actor.on('nav', (event: Nav) => {
    navs.push(event);
    burst += 1;
    if (burst > MAX_NAVS)
      throw new Error(
        `Navigation loop: ${navs
          .slice(-6)
          .map(({ to }) => to)
          .join(' → ')}`,
      );
    queueMicrotask(() => navigate(event.to, event.replace));
  });

  const playWizard = (): void => {
    const wizard = stubbedChildren().findLast((running) => running.id === 'recharge' && running.open);
    const received = stubbedChildren()
      .filter(({ id }) => id === 'recharge')
      .flatMap(({ received }) => received);
    const news = received.slice(handledCount);
    handledCount = received.length;
    for (const event of news) {
      const wanted = 'step' in event ? WIZARD_STEPS.find((one) => one === event.step) : undefined;
      const moves = event.type === 'step.goto' && wanted && wizardSteps?.includes(wanted);
      if (moves) step = wanted;
      if (event.type === 'step.goto' || event.type === 'page.enter') wizard?.send(entered(step, !moves));
    }
  };
  const post = (event: PortalEvent | SignedInEvent): void => {
    const receiver = /^(?:order|step|points)\./.test(event.type) ? playing() : actor;
    receiver?.send(event);
  };
  const settle = async (): Promise<void> => {
    burst = 0;
    await vi.advanceTimersByTimeAsync(0);
    if (!wizardSteps) return;
    for (let turn = 0; turn < 5; turn += 1) {
      playWizard();
      await vi.advanceTimersByTimeAsync(0);
    }
  };

  const close = async (id: string, end: (call: ReturnType<typeof calls>[number]) => void): Promise<boolean> => {
    const call = calls().findLast((one) => one.id === id && one.open);
    if (!call) return false;
    call.open = false;
    end(call);
    await settle();
    return true;
  };
  const answer = (id: string, output?: unknown) => close(id, ({ resolve }) => resolve(output));
  const running = (id: string) => {
    const stubbedChild = stubbedChildren().findLast((one) => one.id === id && one.open);
    if (!stubbedChild) throw new Error(`"${id}" is not running`);
    return stubbedChild;
  };
  actor.start();

  return {
    actor: actor as AnyActorRef,
    snapshot: (): PortalSnapshot => actor.getSnapshot(),
    /** The snapshot of the signed-in half; undefined without a session. */
    player: (): SignedInSnapshot | undefined => playing()?.getSnapshot(),
    session: (): SessionSnapshot => actor.getSnapshot().children['session']?.getSnapshot(),
    navs: navs as readonly Nav[],
    logins: logins as readonly PortalEmitted[],
    url: () => stack.at(-1) ?? '',
    history: (): readonly string[] => stack,
    open: async (url: string): Promise<void> => {
      navigate(url, false);
      await settle();
    },
    back: async (): Promise<void> => {
      if (stack.length < 2) return;
      stack.pop();
      sendUrl('POP');
      await settle();
    },
    /** Like `send`, without settling. */
    post,
    /** Sends events about orders and steps to the signed-in machine, all others to the portal. */
    send: async (...events: readonly (PortalEvent | SignedInEvent)[]): Promise<void> => {
      for (const event of events) {
        post(event);
        await settle();
      }
    },
    login: async (event: SessionEvent): Promise<void> => {
      actor.getSnapshot().children['session']?.send(event);
      await settle();
    },
    /** Resolves the pending call `id`; false if there is none. */
    answer,
    /** Resolves pending calls one after the other. */
    answerAll: async (outputs: Readonly<Record<string, unknown>>): Promise<void> => {
      for (const [id, output] of Object.entries(outputs)) await answer(id, output);
    },
    refuse: (id: string, error: unknown) => close(id, ({ reject }) => reject(error)),
    isPending: (id: string) => calls().some((one) => one.id === id && one.open),
    inputsOf: (id: string): readonly unknown[] =>
      [...calls(), ...stubbedChildren()].filter((one) => one.id === id).map(({ input }) => input),
    sentTo: (id: string) =>
      stubbedChildren()
        .filter((one) => one.id === id)
        .flatMap(({ received }) => received),
    isRunning: (id: string) => stubbedChildren().some((one) => one.id === id && one.open),
    /** The number of running children with this id; more than one is a leak. */
    countOf: (id: string) => stubbedChildren().filter((one) => one.id === id && one.open).length,
    report: async (id: string, ...events: readonly (PortalEvent | SignedInEvent)[]): Promise<void> => {
      for (const event of events) {
        running(id).send(event);
        await settle();
      }
    },
    crash: async (id: string): Promise<void> => {
      running(id).crash(new Error('a defect'));
      await settle();
    },
    stop: () => actor.stop(),
  };
};

export type PortalHarness = ReturnType<typeof startPortal>;

/** The portal of a player at this URL, with these stored orders. */
export const openPortal = async (
  url: string,
  resumeState: ResumeState = resumeStateOf(),
  options: PortalHarnessOptions = {},
): Promise<PortalHarness> => {
  const portal = startPortal(options);
  await portal.answer('loadConfig', config);
  await portal.open(url);
  await portal.answerAll({ restore: ada, loadResumeState: resumeState });
  return portal;
};
