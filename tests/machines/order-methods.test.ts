import { expect, test } from 'vitest';
import { METHOD_TRAITS, methodOfChannel, opensWindow, takesPoints } from '../../machines/order/order.methods.ts';

test.each([
  { fieldKey: 'epoint', method: 'points', traits: { opensWindow: false, takesPoints: true } },
  { fieldKey: 'card', method: 'redirect', traits: { opensWindow: true, takesPoints: false } },
  { fieldKey: '', method: 'redirect', traits: { opensWindow: true, takesPoints: false } },
  { fieldKey: 'constructor', method: 'redirect', traits: { opensWindow: true, takesPoints: false } },
] as const)('the channel $fieldKey is paid by $method (RCHG-11, EPNT-03)', ({ fieldKey, method, traits }) => {
  const channel = { fieldKey };
  expect(methodOfChannel(channel)).toBe(method);
  expect(METHOD_TRAITS[method]).toMatchObject(traits);
  expect({ opensWindow: opensWindow(channel), takesPoints: takesPoints(channel) }).toEqual(traits);
});

test('no price is in E Points until a channel is chosen (EPNT-03)', () => {
  expect(takesPoints(null)).toBe(false);
});
