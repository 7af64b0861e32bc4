import { withoutInvisible, withPlainDigits } from '../kernel/typed-text.ts';
import { ANY_STATUS, ORDER_STATUSES, type OrderStatus } from '../order/order.status.ts';
import { isSameQuery } from './list.pages.ts';
import type { DayRange, ListLocation, ListQuery } from './list.types.ts';

/** First value of a query parameter, decoded; null when it is absent. */
type Read = (name: string) => string | null;

const FLOWS = ['all', 'income', 'expense'] as const;
const ARTICLE_TYPES = { all: 0, news: 1, event: 2, strategy: 3 } as const;
const ARTICLE_NAMES = Object.keys(ARTICLE_TYPES) as readonly (keyof typeof ARTICLE_TYPES)[];
const PATHS: Readonly<Record<ListQuery['kind'], string>> = {
  orders: '/main/account/recharge',
  ledger: '/main/account/epoint',
  articles: '/main/event',
};
const MAX_TEXT = 128;
const DAY = /^(2\d{3})[-/.](\d{2})[-/.](\d{2})$/;
/** A Thai calendar counts from the death of the Buddha: 2543 is the year 2000. */
const BUDDHIST = { first: 2_543, offset: 543 } as const;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Longer text is no filter, so it is not worth reading. */
const LONGEST = 1_000;

const plainText = (text: string): string =>
  withPlainDigits(withoutInvisible(text.slice(0, LONGEST)).normalize('NFKC')).trim();

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** `YYYY-MM-DD` of a day that exists, from 2000 on, or an empty string. The year may be Buddhist, and the digits of any script. */
export const readDay = (text: string | null): string => {
  const [, written = '', month = '', day = ''] = DAY.exec(plainText(text ?? '')) ?? [];
  const year = Number(written) - (Number(written) >= BUDDHIST.first ? BUDDHIST.offset : 0);
  const last = Number(month) === 2 && !isLeap(year) ? 28 : (DAYS[Number(month) - 1] ?? 0);
  return Number(day) >= 1 && Number(day) <= last ? `${year}-${month}-${day}` : '';
};

/** An order number as it is written, without what copying, a spreadsheet (an apostrophe) and other keyboards add to it. */
export const readOrderNumber = (text: string): string =>
  plainText(text)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\p{C}|\s/gu, '')
    .replace(/^[#"'“”]+|["'“”]+$/g, '')
    // Without the spaces, a letter and a mark may be neighbors.
    .normalize('NFKC')
    .slice(0, MAX_TEXT);

/** Swaps bounds that are in the wrong order. A missing bound is an empty text, which sorts before every day. */
const rangeOf = (read: Read): DayRange => {
  const [begin, end] = [readDay(read('begin')), readDay(read('end'))];
  return end !== '' && begin > end ? { begin: end, end: begin } : { begin, end };
};

const readStatus = (text: string | null): OrderStatus | typeof ANY_STATUS =>
  ORDER_STATUSES.find((status) => status === text) ?? ANY_STATUS;

const readQuery = (kind: ListQuery['kind'], read: Read): ListQuery => {
  switch (kind) {
    case 'orders':
      return {
        kind,
        status: readStatus(read('status')),
        orderId: readOrderNumber(read('order') ?? ''),
        ...rangeOf(read),
      };
    case 'ledger':
      return { kind, flow: FLOWS.find((flow) => flow === read('type')) ?? 'all', ...rangeOf(read) };
    case 'articles': {
      const name = ARTICLE_NAMES.find((one) => one === read('type'));
      return { kind, type: ARTICLE_TYPES[name ?? 'all'] };
    }
  }
};

const readPage = (text: string | null): number => (text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1);

/** Reads query and page from URL parameters. Ignores invalid values. */
export const readListLocation = (kind: ListQuery['kind'], read: Read): ListLocation => ({
  query: readQuery(kind, read),
  page: readPage(read('page')),
});

const paramsOf = (query: ListQuery): readonly (readonly [string, string])[] => {
  switch (query.kind) {
    case 'orders':
      return [
        ['status', query.status === ANY_STATUS ? '' : query.status],
        ['order', query.orderId],
        ['begin', query.begin],
        ['end', query.end],
      ];
    case 'ledger':
      return [
        ['type', query.flow === 'all' ? '' : query.flow],
        ['begin', query.begin],
        ['end', query.end],
      ];
    case 'articles':
      return [['type', ARTICLE_NAMES.find((name) => query.type > 0 && ARTICLE_TYPES[name] === query.type) ?? '']];
  }
};

/** The URL of a page of a list, without default values. The inverse of `readListLocation`. */
export const listPath = ({ query, page }: ListLocation): string => {
  const params = [...paramsOf(query), ['page', page > 1 ? String(page) : '']] as const;
  const written = params.flatMap(([name, value]) => (value === '' ? [] : [`${name}=${encodeURIComponent(value)}`]));
  return PATHS[query.kind] + (written.length > 0 ? `?${written.join('&')}` : '');
};

export const PAGE_SIZES: Readonly<Record<ListQuery['kind'], number>> = { orders: 10, ledger: 20, articles: 8 };

export const unfiltered = (kind: ListQuery['kind']): ListQuery => readQuery(kind, () => null);

export const isFiltered = (query: ListQuery): boolean => !isSameQuery(query, unfiltered(query.kind));
