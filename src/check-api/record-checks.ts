import { ANY_STATUS_CODE, ORDER_STATUS_CODE, ORDER_STATUSES } from '../../machines/order/order.status.ts';
import type { RequestOf } from '../contract/endpoint.ts';
import type { orderRecord } from '../contract/order.contract.ts';
import { type Answer, resultIn } from './conversation.ts';
import type { Check } from './findings.ts';
import { checkPages } from './page-check.ts';
import type { Placed } from './shop-checks.ts';

const DAY = 86_400;
const YEAR_2015_MS = 1_420_070_400_000;

type Query = Partial<RequestOf<typeof orderRecord>>;

const asksRecord = ({ talk }: Check, now: number) => {
  const end = Math.floor(now / 1_000) + DAY;
  return (query: Query) =>
    talk.ask('orderRecord', { page: 1, size: 50, begin: 0, end, sdk_order_id: '', status: ANY_STATUS_CODE, ...query });
};

type Ask = ReturnType<typeof asksRecord>;

const rowsIn = (answer: Awaited<ReturnType<Ask>>) => resultIn(answer)?.rows ?? [];

/** Filters of the history. A row that does not fit is a flaw; no row is none. */
const checkFilters = async ({ expect }: Check, ask: Ask, now: number): Promise<void> => {
  const seconds = Math.floor(now / 1_000);
  const future = await ask({ begin: seconds + 2 * DAY, end: seconds + 3 * DAY });
  expect('record.range', rowsIn(future).length > 0 && 'a period in the future has orders', future);
  for (const status of ORDER_STATUSES) {
    const filtered = await ask({ status: ORDER_STATUS_CODE[status] });
    const other = rowsIn(filtered).find((row) => row.status !== status);
    expect(
      'record.status',
      other !== undefined && `status ${ORDER_STATUS_CODE[status]} returns an order that is ${other.status}`,
      filtered,
    );
  }
  const none = await ask({ sdk_order_id: 'check-api-unknown' });
  expect('record.number', rowsIn(none).length > 0 && 'an unknown order number returns orders', none);
};

const checkPlaced = async ({ expect }: Check, ask: Ask, { orderId, choice }: Placed, now: number): Promise<void> => {
  const found = await ask({ sdk_order_id: orderId });
  const [row] = rowsIn(found);
  const flaw = !row
    ? `the record has no order ${orderId}`
    : row.sdk_order_id !== orderId
      ? `the record calls the order ${row.sdk_order_id}`
      : row.amount !== choice.cents
        ? `the amount is ${row.amount} cents, and the price is ${choice.cents} cents`
        : row.name !== '' && choice.itemName !== '' && row.name !== choice.itemName
          ? `the name is ${row.name}, and the item is ${choice.itemName}`
          : row.channel_name !== '' && choice.channelName !== '' && row.channel_name !== choice.channelName
            ? `channel_name is ${row.channel_name}, and the channel is ${choice.channelName}`
            : row.status !== 'pending' && `the new order is ${row.status}`;
  expect('order.recorded', flaw, found);
  const late = row ? Math.round(Math.abs(row.create_ts - now) / 1_000) : 0;
  expect(
    'record.times',
    late > 300 && `create_ts of a new order differs by ${late} s from the time of the server`,
    found,
  );
};

export const checkRecords = async (check: Check, placed: Placed | null, now: number): Promise<void> => {
  const { talk, read, expect, reportUnknown } = check;
  const ask = asksRecord(check, now);
  const answer = await ask({});
  const rows = read(answer)?.rows ?? [];
  if (rows.length === 0) {
    const inMs = await ask({ begin: YEAR_2015_MS, end: now + DAY * 1_000 });
    const isMs = rowsIn(inMs).length > 0;
    if (isMs) expect('record.range', 'begin and end are read as milliseconds', answer);
    else reportUnknown('the account has no order', 'record.range', 'record.status', 'record.number');
  } else await checkFilters(check, ask, now);
  await checkPages(check, 'record.pages', (page, size) => ask({ page, size }));
  const times = rows.map(({ create_ts }) => create_ts);
  const future = times.find((time) => time > now + 300_000);
  const old = times.find((time) => time < YEAR_2015_MS);
  if (future ?? old) expect('record.times', 'create_ts of an order is in the future or before 2015', answer);
  else if (times.some((time, at) => time > (times[at - 1] ?? time)))
    expect('record.times', 'the newest order is not first', answer);
  if (placed) await checkPlaced(check, ask, placed, now);
  else if (rows.length > 0) expect('record.times', false, answer);
  const ids = rows.slice(0, 2).map(({ sdk_order_id }) => sdk_order_id);
  if (ids.length > 0) read(await talk.ask('epointPaymentIdsDetail', { paymentIds: ids }));
  const end = Math.floor(now / 1_000) + DAY;
  const entries = (page: number, size: number) => talk.ask('epointRecord', { page, size, begin: 0, end, type: 'all' });
  const entry = await entries(1, 10);
  read(entry as Answer);
  await checkPages(check, 'epoint.pages', entries, false);
};
