/**
 * What may leave an actor as it is: text under one of these keys. Everything else is masked. New fields stay masked until they are added
 * here. Names of players, their ids, payment links and the server's own words are left out on purpose.
 */
export const PLAIN_TEXT: ReadonlySet<string> = new Set([
  'type',
  'kind',
  'name',
  'mode',
  'by',
  'why',
  'what',
  'action',
  'actorId',
  'status',
  'state',
  'step',
  'missing',
  'reason',
  'subject',
  'level',
  'section',
  'system',
  'method',
  'purpose',
  'start',
  'flow',
  'begin',
  'end',
  'currency',
  'orderId',
  'paymentId',
  'orderType',
  'serverId',
  'itemId',
  'gameId',
  'cpGoodsId',
  'packageId',
  'articleId',
  'bulletinId',
  'entryId',
  'channelCode',
  'fieldKey',
  'payUrlVerdict',
  'windowRef',
  'serversState',
  'art',
  'id',
  'src',
]);

/** Texts of the catalogue, which every visitor reads: the key's own text, and each text of an object below it. */
export const PUBLIC_TEXT: ReadonlySet<string> = new Set([
  'title',
  'titles',
  'summary',
  'summaries',
  'blurb',
  'text',
  'itemName',
  'gameName',
  'serverName',
  'paymentMethod',
]);

/** Addresses of the portal: the path stays, and of the query only what is named in `PLAIN_QUERY`. */
export const ADDRESS: ReadonlySet<string> = new Set(['path', 'search', 'to', 'pendingUrl', 'orderOrigin', 'redirect']);

export const PLAIN_QUERY: ReadonlySet<string> = new Set([
  'step',
  'target',
  'id',
  'page',
  'status',
  'order',
  'type',
  'begin',
  'end',
  'reset',
  'scenario',
]);

/** What the rules can say of an entry. */
const PROBLEMS = [
  'incomplete',
  'emailFormat',
  'phoneFormat',
  'codeFormat',
  'passwordFormat',
  'passwordsDiffer',
] as const;

const ORDER_STATUSES = ['pending', 'paid', 'failed', 'delivered', 'refunded', 'overdue'] as const;

/** Words that a key may show even though other values of this key are personal data. */
export const PLAIN_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  target: new Set(['game', 'epoint', ...PROBLEMS]),
  account: new Set(PROBLEMS),
  password: new Set(PROBLEMS),
  code: new Set(PROBLEMS),
  repeat: new Set(PROBLEMS),
  field: new Set(['target', 'code', 'password', 'repeat']),
  channel: new Set(['email', 'phone']),
  recovery: new Set(['email', 'phone']),
  reset: new Set(['email', 'phone']),
  known: new Set(ORDER_STATUSES),
  received: new Set(ORDER_STATUSES),
};

/** Numbers larger than a counter that are no times: amounts. */
export const PLAIN_NUMBER: ReadonlySet<string> = new Set([
  'minor',
  'wasMinor',
  'isMinor',
  'basic',
  'present',
  'total',
  'coinBalance',
  'epointPrice',
  'quantity',
  'amount',
  'balance',
  'points',
  'rebate',
  'was',
  'is',
  'offsetMs',
  'clockOffsetMs',
  'retryAfterMs',
]);

/** Arbitrary server data: masked completely. */
export const OPAQUE: ReadonlySet<string> = new Set(['data']);

/** Where a masked text is a secret: afterwards it is masked inside every other string too. */
export const SECRET_KEY =
  /pass(?:word|wd)?$|psw|token|authori[sz]ation|captcha|verif|otp|(?:sms|email|auth)?code$|ticket$|pay_?url|mail|phone|mobile|^target$|sentto|account$|loginname|passwordref/i;
