/** Calls that say when an order began, or what time it is. */
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

const moved = (fields: unknown, units: Readonly<Record<string, number>>, ms: number): unknown =>
  isJson(fields)
    ? Object.fromEntries(
        Object.entries(fields).map(([name, value]) => {
          const unit = Object.hasOwn(units, name) ? units[name] : undefined;
          return [name, unit !== undefined && typeof value === 'number' && value > 0 ? value + ms / unit : value];
        }),
      )
    : fields;

const TOLD = { ts: 1_000, ts_ms: 1, create_ts: 1_000 } as const;
const ASKED = { begin: 1_000, end: 1_000 } as const;

const SIGNED = '/api/analytics/event';

export const carriesTimes = (path: string): boolean => PATHS.includes(path);

/** The same answer, of orders that began so much later, at a time that is so much later. */
export const shiftResponse = (answer: string, ms: number): string => {
  const body = parsed(answer);
  if (!body) return answer;
  const { result } = body;
  const told = Array.isArray(result) ? result.map((row) => moved(row, TOLD, ms)) : moved(result, TOLD, ms);
  return JSON.stringify({ ...body, result: told });
};

/** The same question, of a span of time that lies so much earlier. */
export const shiftRequest = (question: string, ms: number): string => {
  const body = parsed(question);
  return body ? JSON.stringify(moved(body, ASKED, -ms)) : question;
};

/** The same address; where its time is signed, how much later it is than at the server stands beside it. */
export const shiftSignature = (address: URL, ms: number): URL => {
  if (address.pathname !== SIGNED) return address;
  const url = new URL(address);
  url.searchParams.set('ahead', String(ms / 1_000));
  return url;
};
