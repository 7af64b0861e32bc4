/** Calls whose bodies contain creation times or the current time. */
const PATHS: readonly string[] = [
  '/api/setting/time',
  '/api/order/webCreate',
  '/api/order/record',
  '/api/payment/order/create/epoint',
  '/api/epoint/paymentIds/detail',
];

type Json = { readonly [name: string]: unknown };

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (text: string): Json | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isJson(value) ? value : null;
  } catch {
    return null;
  }
};

const shiftFields = (fields: unknown, units: Readonly<Record<string, number>>, ms: number): unknown =>
  isJson(fields)
    ? Object.fromEntries(
        Object.entries(fields).map(([name, value]) => {
          const unit = Object.hasOwn(units, name) ? units[name] : undefined;
          return [name, unit !== undefined && typeof value === 'number' && value > 0 ? value + ms / unit : value];
        }),
      )
    : fields;

const RESPONSE_FIELDS = { ts: 1_000, ts_ms: 1, create_ts: 1_000 } as const;
const REQUEST_FIELDS = { begin: 1_000, end: 1_000 } as const;

const SIGNED = '/api/analytics/event';

export const carriesTimes = (path: string): boolean => PATHS.includes(path);

/** Shifts every timestamp in a response by `ms`. */
export const shiftResponse = (text: string, ms: number): string => {
  const body = parsed(text);
  if (!body) return text;
  const { result } = body;
  const shifted = Array.isArray(result)
    ? result.map((row) => shiftFields(row, RESPONSE_FIELDS, ms))
    : shiftFields(result, RESPONSE_FIELDS, ms);
  return JSON.stringify({ ...body, result: shifted });
};

/** Shifts the time range of a request back by `ms`. */
export const shiftRequest = (question: string, ms: number): string => {
  const body = parsed(question);
  return body ? JSON.stringify(shiftFields(body, REQUEST_FIELDS, -ms)) : question;
};

/** Adds the shift to the URL of a call whose time is signed. */
export const shiftSignature = (address: URL, ms: number): URL => {
  if (address.pathname !== SIGNED) return address;
  const url = new URL(address);
  url.searchParams.set('ahead', String(ms / 1_000));
  return url;
};
