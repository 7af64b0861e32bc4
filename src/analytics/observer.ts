import type { AnalyticsEvent, StayDetails } from '../contract/analytics.contract.ts';

type Details = AnalyticsEvent['details'];

/** On the wire every name has a prefix. */
type EventName = AnalyticsEvent['name'] extends `web_payment_${infer Name}` ? Name : never;

export type ObserverParts = {
  readonly send: (event: AnalyticsEvent) => void;
  readonly flush: () => void;
  readonly visit: string;
  /** Server time, epoch ms. */
  readonly now: () => number;
  /** Monotonic ms. */
  readonly monotonic: () => number;
  /** How many different values of the API could not be read so far. */
  readonly unread: () => number;
};

/** A Web Vital of this load so far. `value`: ms, or the score of layout shifts. `at`: a short name of the element, never its text. */
type Vital = { readonly name: 'LCP' | 'INP' | 'CLS'; readonly value: number; readonly at: string };

const LONGEST_MS = 86_400_000;
const LARGEST_SHIFT = 100_000;

const rounded = (value: number, largest: number): number => Math.max(0, Math.min(Math.round(value), largest));

/** Bounded integers: milliseconds, and thousandths of the score. */
const vitalDetails = ({ name, value, at }: Vital): Omit<StayDetails, 'ms'> => {
  switch (name) {
    case 'LCP':
      return { lcp_ms: rounded(value, LONGEST_MS), lcp_at: at };
    case 'INP':
      return { inp_ms: rounded(value, LONGEST_MS), inp_at: at };
    case 'CLS':
      return { cls_thousandths: rounded(value * 1_000, LARGEST_SHIFT), cls_at: at };
  }
};

const MIN_STAY_MS = 2_000;
const UNSAFE = /[^\w.:/-]/g;
const LONGEST = 64;

/** Keeps letters, digits and a few punctuation marks, so that no address, name or sentence can be sent. */
const safe = (text: string): string => text.replace(UNSAFE, '').slice(0, LONGEST);

export const createObserver = ({ send, flush, visit, now, monotonic, unread }: ObserverParts) => {
  let page = '';
  let since = monotonic();
  let vitals: Omit<StayDetails, 'ms' | 'unread'> = {};

  const report = (name: EventName, details: Details = {}): void =>
    send({ name: `web_payment_${name}`, visit, at: now(), page: safe(page), details });

  const endStay = (): void => {
    const ms = Math.round(monotonic() - since);
    if (page !== '' && ms >= MIN_STAY_MS) {
      const count = Math.min(unread(), 10_000);
      const stay: StayDetails = { ms: Math.min(ms, 86_400_000), ...vitals, ...(count > 0 && { unread: count }) };
      report('page_stay', stay);
    }
    since = monotonic();
  };

  return {
    pageShown: (next: string): void => {
      if (next === page) return;
      endStay();
      page = next;
      report('page_enter');
    },
    pageLoaded: (timing: Details): void => report('page_load', timing),
    userSeen: (details: Details): void => report('user_info', details),
    loginTried: (details: Details): void => report('login_result', details),
    popupShown: (popup: string): void => report('popup_shown', { popup: safe(popup) }),
    buttonClicked: (button: string, screen: string): void =>
      report('button_clicked', { button: safe(button), place: safe(screen) }),
    /** A Web Vital changed; the next `page_stay` includes it. */
    vitalChanged: (vital: Vital): void => {
      vitals = { ...vitals, ...vitalDetails({ ...vital, at: safe(vital.at) }) };
    },
    hidden: (): void => {
      endStay();
      flush();
    },
    visible: (): void => {
      since = monotonic();
    },
  };
};

const CHANNEL = /^[\w-]{1,64}$/;

/** The campaign of the visit: `channel` of the first URL, or an empty string without a valid one. */
export const trafficSource = (search: string): string => {
  const channel = new URLSearchParams(search.slice(0, 4_096)).get('channel') ?? '';
  return CHANNEL.test(channel) ? channel : '';
};
