import { ORDER_STATUSES } from '../../../machines/order/order.status.ts';
import { describeSubject } from '../core/subject.ts';

/** The problems that the rules can find in an entry. */
const PROBLEMS = [
  'incomplete',
  'emailFormat',
  'phoneFormat',
  'codeFormat',
  'passwordFormat',
  'passwordsDiffer',
] as const;

/** Keys whose masked text is a secret, which is then masked inside every other string too. */
const SECRET_KEY =
  /pass(?:word|wd)?$|psw|token|authori[sz]ation|captcha|verif|otp|(?:sms|email|auth)?code$|ticket$|pay_?url|mail|phone|mobile|^target$|sentto|account$|loginname|passwordref/i;

describeSubject({
  plainKeys: {
    /**
     * Text under one of these keys may leave an actor unmasked. All other text is masked. New fields stay masked until they are added
     * here. Names of players, their ids, payment links and messages of the server are left out on purpose.
     */
    text: new Set([
      'type',
      'kind',
      'name',
      'mode',
      'extent',
      'by',
      'why',
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
    ]),
    /** Texts of the catalog, which every visitor can read: the text of the key itself, and each text of an object below it. */
    publicText: new Set([
      'title',
      'titles',
      'summary',
      'summaries',
      'blurb',
      'text',
      'itemName',
      'itemTitles',
      'gameName',
      'serverName',
      'paymentMethod',
    ]),
    /** Addresses of the portal: the path stays, and in the query the values of the parameters in `query`. */
    address: new Set(['path', 'search', 'to', 'pendingUrl', 'orderOrigin', 'redirect']),
    query: new Set([
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
      'server',
      'item',
      'method',
      'price',
    ]),
    /** Fields of the API that have another name in the machines. Others are the same words, with underscores. */
    wireNames: {
      sdk_order_id: 'orderId',
      name: 'title',
      names: 'titles',
      item_names: 'itemTitles',
      channel_name: 'paymentMethod',
      price: 'amount',
      epoints: 'points',
      basicNum: 'basic',
      presentNum: 'present',
      resend_after: 'retryAfterMs',
    },
    /** Words that a key may show even though other values of this key are personal data. */
    words: {
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
    },
    /** Numbers that may be larger than a counter and are not times, such as amounts. */
    numbers: new Set([
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
    ]),
    /** Arbitrary server data: masked completely. */
    opaque: new Set(['data']),
    secret: SECRET_KEY,
    /** Keys of addresses that a view loads without a click. */
    picture: new Set(['pageImgUrl', 'img']),
  },
});
