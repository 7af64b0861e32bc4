import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { createObserver } from '../../src/analytics/observer.ts';
import { type AnalyticsEvent, analyticsEvent } from '../../src/contract/analytics.contract.ts';

const setUp = () => {
  const sent: AnalyticsEvent[] = [];
  let clock = 0;
  let flushed = 0;
  let unread = 0;
  const observer = createObserver({
    send: (event) => sent.push(event),
    flush: () => {
      flushed += 1;
    },
    visit: 'v-1',
    now: () => 1_760_000_000_000 + clock,
    monotonic: () => clock,
    unread: () => unread,
  });
  const events = () => sent.map(({ name, page, details }) => [name.replace('web_payment_', ''), page, details]);
  const find = (count: number) => {
    unread = count;
  };
  return { observer, sent, events, find, pass: (ms: number) => (clock += ms), flushes: () => flushed };
};

describe('the events of a visit', () => {
  test('every event has its prefix, its visit, its time and its page (ANLT-01, ANLT-02)', () => {
    const { observer, sent } = setUp();
    observer.pageShown('recharge');
    const load = { response_ms: 12, interactive_ms: 80, complete_ms: 90, usable_ms: 120 };
    observer.pageLoaded(load);
    const visit = { visit: 'v-1', at: 1_760_000_000_000, page: 'recharge' };
    expect(sent).toEqual([
      { ...visit, name: 'web_payment_page_enter', details: {} },
      { ...visit, name: 'web_payment_page_load', details: load },
    ]);
  });

  test.each([
    [1_999, 0],
    [2_000, 1],
  ])('a stay of %i ms is reported %i times (ANLT-02)', (ms, times) => {
    const { observer, events, pass } = setUp();
    observer.pageShown('home');
    pass(ms);
    observer.pageShown('recharge');
    expect(events().filter(([name]) => name === 'page_stay')).toEqual(times ? [['page_stay', 'home', { ms }]] : []);
  });

  test('hiding a page reports its stay and flushes; hidden time does not count (ANLT-02, ANLT-03)', () => {
    const { observer, events, pass, flushes } = setUp();
    observer.pageShown('home');
    pass(3_000);
    observer.hidden();
    observer.hidden();
    expect(flushes()).toBe(2);
    pass(60_000);
    observer.visible();
    pass(2_500);
    observer.pageShown('login');
    expect(events().filter(([name]) => name === 'page_stay')).toEqual([
      ['page_stay', 'home', { ms: 3_000 }],
      ['page_stay', 'home', { ms: 2_500 }],
    ]);
  });

  test('a stay counts the values of the API that could not be read so far, if there are any (ANLT-02)', () => {
    const { observer, events, sent, find, pass } = setUp();
    for (const count of [0, 3, 20_000]) {
      find(count);
      observer.pageShown(`page-${count}`);
      pass(2_000);
      observer.hidden();
    }
    const stays = events().flatMap(([name, , details]) => (name === 'page_stay' ? [details] : []));
    expect(stays).toEqual([{ ms: 2_000 }, { ms: 2_000, unread: 3 }, { ms: 2_000, unread: 10_000 }]);
    for (const event of sent) expect(v.is(analyticsEvent, event)).toBe(true);
  });

  test('a stay has the Web Vitals of the load so far, rounded, with the names of their elements (ANLT-02)', () => {
    const { observer, events, pass } = setUp();
    observer.pageShown('home');
    observer.vitalChanged({ name: 'LCP', value: 1_234.56, at: 'img/home' });
    pass(2_500);
    observer.pageShown('recharge');
    observer.vitalChanged({ name: 'INP', value: 96, at: 'input/item' });
    observer.vitalChanged({ name: 'INP', value: 104, at: 'button.pay/confirm' });
    observer.vitalChanged({ name: 'CLS', value: 0.014_7, at: 'ol/channel' });
    pass(2_500);
    observer.hidden();
    const LCP = { ms: 2_500, lcp_ms: 1_235, lcp_at: 'img/home' };
    const INP = { inp_ms: 104, inp_at: 'button.pay/confirm' };
    expect(events().filter(([name]) => name === 'page_stay')).toEqual([
      ['page_stay', 'home', LCP],
      ['page_stay', 'recharge', { ...LCP, ...INP, cls_thousandths: 15, cls_at: 'ol/channel' }],
    ]);
  });

  test('the same page is reported once (ANLT-02)', () => {
    const { observer, events } = setUp();
    observer.pageShown('home');
    observer.pageShown('home');
    expect(events()).toHaveLength(1);
  });

  test('logins, pop-ups, buttons and the user (ANLT-02)', () => {
    const { observer, events } = setUp();
    observer.pageShown('login');
    observer.userSeen({ source: 'ads', mobile: true });
    observer.loginTried({ method: 'phone', succeeded: false });
    observer.popupShown('expired');
    observer.buttonClicked('submit', 'form');
    expect(events().slice(1)).toEqual([
      ['user_info', 'login', { source: 'ads', mobile: true }],
      ['login_result', 'login', { method: 'phone', succeeded: false }],
      ['popup_shown', 'login', { popup: 'expired' }],
      ['button_clicked', 'login', { button: 'submit', place: 'form' }],
    ]);
  });
});

test('events with any element names fit the contract and contain no URL or sentence (ANLT-04)', () => {
  const CANARIES = ['ada@example.org', '+1 202 555 0123', 'Pass word!9', 'code: 123456'];
  const text = fc.oneof(fc.constantFrom(...CANARIES), fc.string({ unit: 'binary', maxLength: 200 }));
  fc.assert(
    fc.property(text, text, fc.double({ min: 0, noNaN: true }), (one, two, value) => {
      const { observer, sent, pass } = setUp();
      observer.pageShown(one);
      observer.popupShown(two);
      observer.buttonClicked(one, two);
      for (const name of ['LCP', 'INP', 'CLS'] as const) observer.vitalChanged({ name, value, at: two });
      pass(2_000);
      observer.hidden();
      for (const event of sent) expect(v.safeParse(analyticsEvent, event).success).toBe(true);
      const left = JSON.stringify(sent);
      for (const canary of CANARIES) expect(left).not.toContain(canary);
    }),
  );
});
