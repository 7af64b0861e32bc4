import { expect, test } from 'vitest';

// Charts are imported inside the test, so that a chart that XState refuses fails it. Mutation testing ignores a file that fails to load.
test.each([
  { id: 'order', load: async () => (await import('../../machines/order/order.machine.ts')).orderMachine },
  {
    id: 'order-detail',
    load: async () => (await import('../../machines/order-detail/order-detail.machine.ts')).orderDetailMachine,
  },
  { id: 'list', load: async () => (await import('../../machines/lists/list.machine.ts')).listMachine },
  { id: 'list-route', load: async () => (await import('../../machines/lists/list-route.machine.ts')).listRouteMachine },
  {
    id: 'order-export',
    load: async () => (await import('../../machines/lists/order-export.machine.ts')).orderExportMachine,
  },
])('XState accepts the chart $id, and its microsteps are limited', async ({ id, load }) => {
  const machine = await load();
  expect(machine.id).toBe(id);
  expect(machine.options?.maxIterations).toBe(1_000);
});
