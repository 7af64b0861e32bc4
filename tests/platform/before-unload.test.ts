import { expect, test } from 'vitest';
import { createBeforeUnload } from '../../src/platform/before-unload.ts';
import { createFakeTab } from '../support/fake-browser.ts';

test('C44 · leaving the page asks for confirmation only while it is uncertain whether the order exists', () => {
  const tab = createFakeTab();
  const asksFirst = () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    tab.dispatch(leaving);
    return leaving.defaultPrevented;
  };
  const guard = createBeforeUnload(tab.browser);
  const seen = [asksFirst()];
  for (const uncertain of [false, true, true, false, true]) {
    guard(uncertain);
    seen.push(asksFirst());
  }
  expect(seen).toEqual([false, false, true, true, false, true]);
});
