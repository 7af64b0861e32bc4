import { expect, test, vi } from 'vitest';
import { whenActivated } from '../../src/platform/activation.ts';

test('a page that is not prerendered is active immediately', async () => {
  const addEventListener = vi.fn();
  await whenActivated({ addEventListener });
  await whenActivated({ prerendering: false, addEventListener });
  expect(addEventListener).not.toHaveBeenCalled();
});

test('a prerendered page is active when the player opens it', async () => {
  const page = new EventTarget();
  let isActive = false;
  const activation = whenActivated(Object.assign(page, { prerendering: true })).then(() => {
    isActive = true;
  });
  await new Promise(setImmediate);
  expect(isActive).toBe(false);
  page.dispatchEvent(new Event('prerenderingchange'));
  await activation;
});
