import { type AnalyticsEvent, eventName } from '../contract/analytics.contract.ts';

type Details = AnalyticsEvent['details'];

/** What can be told of a visit; each becomes one event. */
export type Observer = {
  readonly pageShown: (page: string) => void;
  readonly pageLoaded: (timing: Details) => void;
  readonly userSeen: (details: Details) => void;
  readonly loginTried: (details: Details) => void;
  readonly popupShown: (popup: string) => void;
  readonly buttonClicked: (button: string, place: string) => void;
  /** The page is out of sight, perhaps for good. */
  readonly hidden: () => void;
  readonly visible: () => void;
};

export type ObserverParts = {
  readonly send: (event: AnalyticsEvent) => void;
  readonly flush: () => void;
  readonly visit: string;
  /** Server time, epoch ms. */
  readonly now: () => number;
  /** Ms that never jump. */
  readonly monotonic: () => number;
};

const LEAST_STAY_MS = 2_000;
const UNSAFE = /[^\w.:/-]/g;
const LONGEST = 64;

/** Letters, digits and a few signs: no address, no name, no sentence fits. */
const safe = (text: string): string => text.replace(UNSAFE, '').slice(0, LONGEST);

export const createObserver = ({ send, flush, visit, now, monotonic }: ObserverParts): Observer => {
  let page = '';
  let since = monotonic();

  const tell = (name: Parameters<typeof eventName>[0], details: Details = {}): void =>
    send({ name: eventName(name), visit, at: now(), page: safe(page), details });

  const endStay = (): void => {
    const ms = Math.round(monotonic() - since);
    if (page !== '' && ms >= LEAST_STAY_MS) tell('page_stay', { ms: Math.min(ms, 86_400_000) });
    since = monotonic();
  };

  return {
    pageShown: (next) => {
      if (next === page) return;
      endStay();
      page = next;
      tell('page_enter');
    },
    pageLoaded: (timing) => tell('page_load', timing),
    userSeen: (details) => tell('user_info', details),
    loginTried: (details) => tell('login_result', details),
    popupShown: (popup) => tell('popup_shown', { popup: safe(popup) }),
    buttonClicked: (button, place) => tell('button_clicked', { button: safe(button), place: safe(place) }),
    hidden: () => {
      endStay();
      flush();
    },
    visible: () => {
      since = monotonic();
    },
  };
};
