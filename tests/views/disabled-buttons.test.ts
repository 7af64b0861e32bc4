import { beforeAll, expect, test, vi } from 'vitest';
import { Actor, type AnyActorLogic, type AnyEventObject, isMachineSnapshot } from 'xstate';
import type { Translator } from '../../src/i18n/translator.ts';
import { createPreview } from '../../src/qa/portal/preview/preview.ts';
import type { PortalActor } from '../../src/views/app/portal.context.tsx';
import { canContinue } from '../../src/views/recharge/recipient-step.view.tsx';
import { recordedScreens } from '../support/qa/kept-flows.ts';
import { drawPortal } from '../support/views/portal-drawing.tsx';
import { englishTranslator } from '../support/views/translator.ts';

const BUTTON = /<button\b([^>]*)>(.*?)<\/button>/gs;
/** The browser's parser sanitizes the text of articles. */
const NEEDS_BROWSER = 'Article';

/** Events with a button that a machine can refuse, among others. */
const ASKED = `boot.retry code.send login.submit logout.request order.confirm order.retry page.turn payment.completed
  payment.dismiss payment.later payment.resubmit recipient.confirm reset.submit step.goto`.split(/\s+/);

let translator: Translator;
beforeAll(async () => {
  translator = await englishTranslator();
});

type Drawing = {
  /** Buttons that can be pressed: "Page: name for analytics, or text". */
  readonly enabled: readonly string[];
  /** Types of the events that views passed to `snapshot.can`. */
  readonly queried: ReadonlySet<string>;
};

const attribute = (attributes: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];

/** Draws the page while each machine refuses events of type `refused`. */
const draw = async (root: PortalActor, refused: string | null): Promise<Drawing> => {
  const queried = new Set<string>();
  const variants = new WeakMap<object, object>();
  const read = Actor.prototype.getSnapshot;
  const spy = vi.spyOn(Actor.prototype, 'getSnapshot').mockImplementation(function (this: Actor<AnyActorLogic>) {
    const snapshot = read.call(this);
    if (!isMachineSnapshot(snapshot)) return snapshot;
    const can = (event: AnyEventObject): boolean => {
      queried.add(event.type);
      return event.type !== refused && snapshot.can(event);
    };
    const variant = variants.get(snapshot) ?? Object.create(snapshot, { can: { value: can } });
    variants.set(snapshot, variant);
    return variant;
  });
  const { html, errors } = await drawPortal(root, translator.i18n).finally(() => spy.mockRestore());
  const page = /<title>(.*?)<\/title>/.exec(html)?.[1]?.split(' · ').at(-2) ?? '';
  expect(page === NEEDS_BROWSER ? [] : errors).toEqual([]);
  const enabled = [...html.matchAll(BUTTON)].flatMap(([, attributes = '', inside = '']) => {
    if (/ disabled=| aria-disabled="true"/.test(attributes)) return [];
    const text = attribute(attributes, 'aria-label') ?? inside.replaceAll(/<[^>]*>|US\$[\d.]+/g, '').trim();
    return [`${page}: ${attribute(attributes, 'data-track') ?? text}`];
  });
  return { enabled, queried };
};

test('on every recorded screen a button is disabled or absent when the machine refuses its event (RCHG-17, D29)', {
  timeout: 600_000,
}, async () => {
  const found = new Map<string, Set<string>>();
  const compared = new Set<string>();
  const preview = createPreview();
  for (const { run, scenes } of recordedScreens()) {
    preview.open(run);
    for (const { step } of scenes) {
      preview.go(step);
      const root = preview.now()?.replay.root as unknown as PortalActor;
      const { enabled, queried } = await draw(root, null);
      for (const type of queried) {
        const key = `${type}: ${enabled.join()}`;
        if (compared.has(key)) continue;
        compared.add(key);
        const { enabled: left } = await draw(root, type);
        const disabled = enabled.filter((name) => !left.includes(name));
        found.set(type, new Set([...(found.get(type) ?? []), ...disabled]));
      }
    }
  }
  const silent = [...found].filter(([, names]) => names.size === 0).map(([type]) => type);
  expect([...found.keys()]).toEqual(expect.arrayContaining(ASKED));
  expect(silent).toEqual([]);
});

test.each([
  ['no character is chosen', null, false, false],
  ['a character is chosen', 'r1', false, true],
  ['the server of the chosen character is under maintenance', 'r1', true, false],
])('while %s, the list offers Continue only if it leads on (RCHG-02)', (_, roleId, isUnderMaintenance, isOffered) => {
  const character = { serverId: 's1', roleId: 'r1', isUnderMaintenance };
  const screen = { name: 'server', serverId: 's1', roleId, servers: { state: 'ready' }, characters: [character] };
  expect(canContinue(screen as unknown as Parameters<typeof canContinue>[0])).toBe(isOffered);
});
