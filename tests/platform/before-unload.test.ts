import { expect, test } from 'vitest';
import { createBeforeUnload } from '../../src/platform/before-unload.ts';
import { createFakeTab } from '../support/browser/fake-browser.ts';

test('leaving the page asks for confirmation only while it is uncertain whether the order exists (C44)', () => {
  const tab = createFakeTab();
  const isConfirmationRequested = () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    tab.dispatch(leaving);
    return leaving.defaultPrevented;
  };
  const guard = createBeforeUnload(tab.browser);
  const results = [isConfirmationRequested()];
  for (const uncertain of [false, true, true, false, true]) {
    guard(uncertain);
    results.push(isConfirmationRequested());
  }
  expect(results).toEqual([false, false, true, true, false, true]);
});
