export type LabDevice = {
  readonly popUpsBlocked: boolean;
  readonly offline: boolean;
  /** Added to the device's clock, ms. */
  readonly clockSkewMs: number;
};

export const REAL_DEVICE: LabDevice = { popUpsBlocked: false, offline: false, clockSkewMs: 0 };

type Page = Pick<Window, 'open' | 'fetch' | 'dispatchEvent'> & { readonly navigator: Navigator; Date: DateConstructor };

/** Simulates a device for a page, before the portal starts. `fetch` still works while the page is offline. */
export const createLabDevice = (page: Page) => {
  let device = REAL_DEVICE;
  const { open, fetch, Date: RealDate } = page;
  const realFetch = fetch.bind(page);

  page.open = (...args) => (device.popUpsBlocked ? null : open.apply(page, args));
  page.fetch = (...args) =>
    device.offline ? Promise.reject(new TypeError('offline, says the lab')) : realFetch(...args);
  const { navigator } = page;
  const isReallyOnline = (): boolean => Reflect.get(Object.getPrototypeOf(navigator), 'onLine', navigator) !== false;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => !device.offline && isReallyOnline() });
  const realNow = RealDate.now.bind(RealDate);
  RealDate.now = () => realNow() + device.clockSkewMs;

  return {
    fetch: realFetch,
    now: (): LabDevice => device,
    change: (part: Partial<LabDevice>): void => {
      const was = device;
      device = { ...device, ...part };
      if (was.offline !== device.offline) page.dispatchEvent(new Event(device.offline ? 'offline' : 'online'));
    },
  };
};

export type LabDeviceControl = ReturnType<typeof createLabDevice>;
