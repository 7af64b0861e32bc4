import { quoted } from './action-lines.ts';
import type { OrderAct, SetUp } from './set-up-plan.ts';

export const createOrderNames = () => {
  const names = new Map<string, string>();
  const add = (orderId: string): string => {
    const name = names.size === 0 ? 'order' : `order${names.size + 1}`;
    names.set(orderId, name);
    return name;
  };
  return {
    add,
    /** The variable of an order, and the line that declares it before its first use. */
    nameOf: (orderId: string, model: string): { readonly name: string; readonly declared: readonly string[] } => {
      const known = names.get(orderId);
      if (known !== undefined) return { name: known, declared: [] };
      const name = add(orderId);
      return { name, declared: [`const ${name} = await ${model}.orderId();`] };
    },
  };
};

const ACTS: Readonly<Record<OrderAct, (order: string) => string>> = {
  pay: (order) => `await sandbox.act(${order}, 'pay');`,
  never: (order) => `await sandbox.act(${order}, 'never');`,
  'pay-late': (order) => `await sandbox.act(${order}, 'pay-late');`,
  close: (order) => `await sandbox.act(${order}, 'close');`,
  expire: (order) => `await sandbox.expireIn(${order}, 1);`,
  'mark-paid': (order) => `await sandbox.setStatus(${order}, 2);`,
  refund: (order) => `await sandbox.setStatus(${order}, 5);`,
};

/** A value as a TypeScript literal. */
const literal = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name}: ${literal(inner)}`)
    .join(', ')} }`;
};

const otherOrder = (name: string, secondsLeft: number): readonly string[] => [
  `const ${name} = await CheckoutModel.placeInOtherBrowser(browser, portalUrl, player);`,
  ...(secondsLeft < 290 ? [`await sandbox.expireIn(${name}, ${Math.max(1, secondsLeft)});`] : []),
];

/** The lines of a set-up. `model`: variable of the page model on whose page it happens. */
export const setUpLines = (
  setUp: SetUp,
  model: string,
  orders: ReturnType<typeof createOrderNames>,
): readonly string[] => {
  switch (setUp.kind) {
    case 'fault': {
      const times = setUp.times === 1 ? '' : `, ${setUp.times}`;
      return [`await sandbox.fault(client, ${quoted(setUp.path)}, ${literal(setUp.fault)}${times});`];
    }
    case 'clear':
      return ['await sandbox.clearFaults(client);'];
    case 'order': {
      const { name, declared } = orders.nameOf(setUp.orderId, model);
      return [...declared, ACTS[setUp.act](name)];
    }
    case 'other-order':
      return otherOrder(orders.add(setUp.orderId), setUp.secondsLeft);
    case 'points':
      return [`await sandbox.givePoints(player.userId, ${setUp.change});`];
    case 'offline':
      return [`await context.setOffline(${setUp.isOffline});`];
    case 'time':
      return [`await ${model}.letPass(${setUp.seconds});`];
    case 'block-code':
      return [`const signedInBlock = await ${model}.blockCode('signed-in');`];
    case 'unblock-code':
      return ['await signedInBlock.stop();'];
    case 'block-pop-ups':
      return [`await ${model}.blockPopUps();`];
    case 'block-clipboard':
      return [`await ${model}.blockClipboard();`];
  }
};
