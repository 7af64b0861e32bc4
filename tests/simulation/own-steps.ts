import type { Browser, Channel, Locks } from '../../src/platform/browser.ts';
import type { Owner, SimulatedClock } from './simulated-clock.ts';

const present = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('the browser lacks a part that its tabs share');
  return value;
};

/**
 * The parts of a browser that its tabs share. An event from another tab arrives in a step of its own; otherwise the timers that it sets
 * here would belong to the sender and end with it.
 */
export const sharedParts = (browser: Browser, owner: Owner, clock: SimulatedClock): PropertyDescriptorMap => {
  const later = (run: () => void): void => clock.after(0, run, owner);
  const { addEventListener, removeEventListener, navigator } = browser;
  const Shared = present(browser.BroadcastChannel);
  const sharedLocks = present(navigator.locks);

  class OwnChannel implements Channel {
    readonly #shared: Channel;
    #receive: Channel['onmessage'] = null;
    constructor(name: string) {
      this.#shared = new Shared(name);
    }
    get onmessage() {
      return this.#receive;
    }
    set onmessage(receive: Channel['onmessage']) {
      this.#receive = receive;
      this.#shared.onmessage = (event) => later(() => this.#receive?.(event));
    }
    postMessage(message: unknown) {
      this.#shared.postMessage(message);
    }
    close() {
      this.#receive = null;
      this.#shared.close();
    }
  }

  const listeners = new Map<unknown, (event: Event) => void>();
  const locks: Locks = {
    request: (name, options, onLock) =>
      sharedLocks.request(
        name,
        options,
        () => new Promise<void>((resolve, reject) => later(() => void onLock().then(resolve, reject))),
      ),
  };

  return {
    BroadcastChannel: { value: OwnChannel },
    addEventListener: {
      value: (type: string, listen: (event: Event) => void): void => {
        const own = type === 'storage' ? (event: Event): void => later(() => listen(event)) : listen;
        listeners.set(listen, own);
        addEventListener(type, own);
      },
    },
    removeEventListener: {
      value: (type: string, listen: (event: Event) => void): void =>
        removeEventListener(type, listeners.get(listen) ?? listen),
    },
    navigator: { value: Object.create(navigator, { locks: { value: locks } }) },
  };
};
