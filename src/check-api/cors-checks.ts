import { CONTRACT } from '../contract/contract.ts';
import { HEADER, JSON_HEADERS } from '../contract/headers.ts';
import type { Check } from './findings.ts';

const wordsOf = (value: string | null): readonly string[] =>
  (value ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim());

/** What a browser checks before it sends a call to another origin. */
export const checkCors = async ({ setup: { origin, config }, talk, expect, reportUnknown }: Check): Promise<void> => {
  if (origin === '') {
    const why = 'the portal is at the origin of the API; --origin names another one';
    reportUnknown(why, 'cors.headers', 'cors.extra', 'cors.response');
    return;
  }
  const { path } = CONTRACT.userInfo;
  const own = ['content-type', ...Object.values(HEADER), ...(config.sendsTrace ? ['traceparent'] : [])];
  const extra = [config.idempotencyHeader, config.quoteHeader].filter(Boolean);
  const sent = await talk.send('OPTIONS', path, {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': [...own, ...extra].toSorted().join(','),
  });
  const allowed = sent.headers.get('access-control-allow-origin');
  const headers = wordsOf(sent.headers.get('access-control-allow-headers'));
  const missing = (names: readonly string[]) =>
    headers.includes('*') ? [] : names.filter((name) => !headers.includes(name));
  const given = `HTTP ${sent.status} allow-origin: ${allowed}, allow-headers: ${headers.join(', ')}`;
  const exchange = { request: sent.request, response: given };
  const lacking = missing(own).join(', ');
  const flaw =
    sent.status < 200 || sent.status > 299
      ? `the preflight returns HTTP ${sent.status}`
      : allowed !== '*' && allowed !== origin
        ? `access-control-allow-origin is ${allowed}`
        : lacking !== '' && `access-control-allow-headers lacks ${lacking}`;
  expect('cors.headers', flaw, exchange);
  const dropped = missing(extra).join(', ');
  expect(
    'cors.extra',
    dropped !== '' &&
      `access-control-allow-headers lacks ${dropped}: allow it, or empty VITE_IDEMPOTENCY_HEADER and VITE_QUOTE_HEADER`,
    exchange,
  );
  const answer = await talk.send('POST', CONTRACT.settingTime.path, { ...JSON_HEADERS, origin }, '{}');
  const shown = answer.headers.get('access-control-allow-origin');
  const call = { request: answer.request, response: `HTTP ${answer.status} access-control-allow-origin: ${shown}` };
  expect(
    'cors.response',
    shown !== '*' && shown !== origin && `access-control-allow-origin of a response is ${shown}`,
    call,
  );
};
