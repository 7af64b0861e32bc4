import type { FailureReason } from '../../machines/kernel/failure.ts';

/**
 * Body codes and their reasons (ERRS-05): the only table of failures. The publisher defines 20002; this project defines the rest, because
 * the specification shows none. A code that is not here shows the message of the server or "unknown error". A new failure needs a reason
 * in `FAILURE_REASONS`, a row here, a server message and a text in locales/<bcp47>/errors.json.
 */
const FAILURES = [
  [20002, 'signedOutByServer'],
  [10001, 'parameterException'],
  [10002, 'systemBusy'],
  [10003, 'illegalToken'],
  [10004, 'forbidden'],
  [20101, 'accountNotFoundLoginName'],
  [20102, 'accountNotFoundEmail'],
  [20103, 'accountNotFoundMobile'],
  [20104, 'accountNotFoundGame'],
  [20105, 'accountNotFoundFacebook'],
  [20106, 'accountNotFoundGoogle'],
  [20107, 'accountNotFoundApple'],
  [20110, 'incorrectPassword'],
  [20111, 'verificationCodeIncorrect'],
  [20112, 'codeTooFrequent'],
  [20113, 'emailLoginNotSupported'],
  [20114, 'userAuthenticationFailed'],
  [20115, 'loginTooFrequent'],
  [30001, 'serverMaintenance'],
  [30002, 'roleGone'],
  [30003, 'itemGone'],
  [30004, 'channelClosed'],
  [30005, 'priceChanged'],
  [30010, 'stillProcessing'],
  [30011, 'keyReused'],
  [30020, 'orderNumberWrong'],
  [30022, 'orderOver'],
  [40001, 'balanceInsufficient'],
  [50001, 'articleMissing'],
] as const satisfies readonly (readonly [code: number, reason: FailureReason])[];

type Row = (typeof FAILURES)[number];

export const REASON_OF_CODE: ReadonlyMap<number, FailureReason> = new Map(FAILURES);

/** Codes by name, including the three without a reason. */
export const CODE = {
  ok: 0,
  requestError: -1,
  /** Only the sandbox sends it. */
  transitionRefused: 30021,
  ...(Object.fromEntries(FAILURES.map(([code, reason]) => [reason, code])) as { readonly [R in Row as R[1]]: R[0] }),
} as const;

export type Code = (typeof CODE)[keyof typeof CODE];
