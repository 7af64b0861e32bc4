import { localeFiles, SOURCE } from '../../locales/locale-files.ts';

/** The messages in section 8 of the specification, each with the key of its text, `namespace:path` in `locales/<tag>.json`. */
export const CATALOGUE = {
  'account does not exist (email)': 'errors:accountNotFoundEmail',
  'account does not exist (Facebook)': 'errors:accountNotFoundFacebook',
  'account does not exist (game)': 'errors:accountNotFoundGame',
  'account does not exist (Google)': 'errors:accountNotFoundGoogle',
  'account does not exist (login name)': 'errors:accountNotFoundLoginName',
  'account does not exist (mobile)': 'errors:accountNotFoundMobile',
  'account does not exist (Apple)': 'errors:accountNotFoundApple',
  'mobile verification code is incorrect': 'errors:verificationCodeIncorrect',
  'parameter exception': 'errors:parameterException',
  'incorrect password': 'errors:incorrectPassword',
  'illegal token': 'errors:illegalToken',
  'the system is busy': 'errors:systemBusy',
  'email login is not supported': 'errors:emailLoginNotSupported',
  'the code is obtained too frequently': 'errors:codeTooFrequent',
  'user authentication failed': 'errors:userAuthenticationFailed',
  'information expired or account accessed on another device': 'errors:tokenFailure',
  'the server is under maintenance': 'errors:serverMaintenance',
  'E-point balance is insufficient': 'errors:balanceInsufficient',
  'failed to get order list': 'account:history.failed',
  'failed to get unpaid orders': 'notices:unpaidFailed',
  'failed to get order details': 'order:failed',
  'failed to get item list': 'recharge:item.failed',
  'failed to get role list': 'recharge:recipient.rolesFailed',
  'failed to get server list': 'recharge:recipient.failed',
  'failed to get rebate info': 'recharge:epoint.rebateFailed',
  'failed to get E Point balance': 'notices:balanceFailed',
  'failed to get E Point record': 'account:ledger.failed',
  'failed to get bulletin list': 'content:list.failed',
  'failed to get bulletin detail': 'content:article.failed',
  'failed to create payment': 'recharge:notice.notCreated.title',
  'failed to get customer-service URL': 'notices:serviceLinkMissing',
  'failed to reset password': 'recovery:reset.failed',
  'failed to send code': 'recovery:failedToSend',
  'failed to report role info': 'notices:roleReportFailed',
  'failed to log in': 'session:login.failed',
  'no roles on the server': 'recharge:recipient.noRoles',
  'the payment order number is wrong': 'order:unknown.title',
  'announcement does not exist': 'content:article.unknown.title',
  'no announcement content yet': 'content:article.empty.title',
  'page not found': 'portal:notFound.title',
  'load error, refresh': 'portal:loadError.text',
  'error while fetching information': 'portal:boot.fetchFailed',
  'not available in iOS': 'content:home.downloads.noIos',
  'request error': 'errors:requestError',
  'unknown error': 'errors:unknownError',
} as const satisfies Record<string, string>;

export type CatalogueMessage = keyof typeof CATALOGUE;

/** The messages of section 5 that appear beside a field. */
export const FIELD_MESSAGES = {
  'complete information': 'session:problem.incomplete',
  'complete information (codes and resets)': 'recovery:problem.incomplete',
  'invalid password format': 'session:problem.passwordFormat',
  'invalid password format (reset)': 'recovery:problem.passwordFormat',
  'the two passwords do not match': 'recovery:problem.passwordsDiffer',
  'valid email': 'recovery:problem.emailFormat',
} as const satisfies Record<string, string>;

/** What an English page says. */
export const englishOf = (message: CatalogueMessage): string => {
  const text = localeFiles.get(SOURCE)?.get(CATALOGUE[message]);
  if (text === undefined) throw new Error(`"${message}" has no text`);
  return text.replaceAll('\u00a0', ' ');
};
