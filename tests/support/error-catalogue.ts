/** `key`: `namespace:path` below `locales/<tag>`. `english`: the full text, written out so that no other text passes. */
export type CatalogueText = { readonly key: string; readonly english: string };

/** The messages of the specification, section 8. docs/decisions/0021 lists those with a different wording there. */
export const CATALOGUE = {
  'account does not exist (email)': {
    key: 'errors:accountNotFoundEmail',
    english: 'There is no account with this email address',
  },
  'account does not exist (Facebook)': {
    key: 'errors:accountNotFoundFacebook',
    english: 'There is no account for this Facebook login',
  },
  'account does not exist (game)': { key: 'errors:accountNotFoundGame', english: 'This game account does not exist' },
  'account does not exist (Google)': {
    key: 'errors:accountNotFoundGoogle',
    english: 'There is no account for this Google login',
  },
  'account does not exist (login name)': {
    key: 'errors:accountNotFoundLoginName',
    english: 'This account does not exist',
  },
  'account does not exist (mobile)': {
    key: 'errors:accountNotFoundMobile',
    english: 'There is no account with this mobile number',
  },
  'account does not exist (Apple)': {
    key: 'errors:accountNotFoundApple',
    english: 'There is no account for this Apple login',
  },
  'mobile verification code is incorrect': {
    key: 'errors:verificationCodeIncorrect',
    english: 'The mobile verification code is incorrect',
  },
  'parameter exception': {
    key: 'errors:parameterException',
    english: 'Something in this request was not right. Please check your entries and try again.',
  },
  'incorrect password': { key: 'errors:incorrectPassword', english: 'Incorrect password' },
  'illegal token': { key: 'errors:illegalToken', english: 'This login is not valid. Please log in again.' },
  'the system is busy': { key: 'errors:systemBusy', english: 'The system is busy. Please try again in a moment.' },
  'email login is not supported': {
    key: 'errors:emailLoginNotSupported',
    english: 'Email login is not supported, please choose another login method',
  },
  'the code is obtained too frequently': {
    key: 'errors:codeTooFrequent',
    english: 'You asked for a code too often. Please wait a moment.',
  },
  'user authentication failed': { key: 'errors:userAuthenticationFailed', english: 'User authentication failed' },
  'information expired or account accessed on another device': {
    key: 'errors:tokenFailure',
    english: 'Information expired or account accessed on another device',
  },
  'the server is under maintenance': {
    key: 'errors:serverMaintenance',
    english: 'The server is under maintenance, please try again later',
  },
  'E-point balance is insufficient': {
    key: 'errors:balanceInsufficient',
    english: 'E-point balance is insufficient, please recharge',
  },
  'failed to get order list': { key: 'account:history.failed', english: 'Failed to get order list' },
  'failed to get unpaid orders': {
    key: 'notices:unpaidFailed',
    english: 'Failed to get unpaid orders. We try again in a moment.',
  },
  'failed to get order details': { key: 'order:failed', english: 'Failed to get order details' },
  'failed to get item list': { key: 'recharge:item.failed', english: 'Failed to get item list' },
  'failed to get role list': { key: 'recharge:recipient.rolesFailed', english: 'Failed to get role list' },
  'failed to get server list': { key: 'recharge:recipient.failed', english: 'Failed to get server list' },
  'failed to get rebate info': { key: 'recharge:epoint.rebateFailed', english: 'Failed to get rebate info' },
  'failed to get E Point balance': { key: 'notices:balanceFailed', english: 'Failed to get E Point balance' },
  'failed to get E Point record': { key: 'account:ledger.failed', english: 'Failed to get E Point record' },
  'failed to get bulletin list': { key: 'content:list.failed', english: 'Failed to get bulletin list' },
  'failed to get bulletin detail': { key: 'content:article.failed', english: 'Failed to get bulletin detail' },
  'failed to create payment': { key: 'recharge:notice.notCreated.title', english: 'Failed to create the payment' },
  'failed to get customer-service URL': {
    key: 'notices:serviceLinkMissing',
    english: 'Failed to get customer-service URL',
  },
  'failed to reset password': { key: 'recovery:reset.failed', english: 'Failed to reset password' },
  'failed to send code': { key: 'recovery:failedToSend', english: 'Failed to send the code' },
  'failed to report role info': {
    key: 'notices:roleReportFailed',
    english: 'Failed to report the role to the game. Your top-up is not affected.',
  },
  'failed to log in': { key: 'session:login.failed', english: 'Failed to log in' },
  'no roles on the server': { key: 'recharge:recipient.noRoles', english: 'No roles on the server' },
  'the payment order number is wrong': { key: 'errors:orderNumberWrong', english: 'The payment order number is wrong' },
  'announcement does not exist': { key: 'content:article.unknown.title', english: 'This announcement does not exist' },
  'no announcement content yet': { key: 'content:article.empty.title', english: 'No announcement content yet' },
  'page not found': { key: 'portal:notFound.title', english: 'This page does not exist' },
  'load error, refresh': { key: 'portal:loadError.text', english: 'The page may have been updated. Please refresh.' },
  'error while fetching information': { key: 'portal:boot.fetchFailed', english: 'Error while fetching information' },
  'not available in iOS': { key: 'content:home.downloads.noIos', english: 'Not available in iOS' },
  'request error': {
    key: 'errors:requestError',
    english: 'Request error. Please check your connection and try again.',
  },
  'unknown error': { key: 'errors:unknownError', english: 'Unknown error. Please try again.' },
} as const satisfies Record<string, CatalogueText>;

export type CatalogueMessage = keyof typeof CATALOGUE;

/** The messages of section 5 that appear beside a field. */
export const FIELD_MESSAGES = {
  'complete information': { key: 'session:problem.incomplete', english: 'Please enter complete information' },
  'complete information (codes and resets)': {
    key: 'recovery:problem.incomplete',
    english: 'Please enter complete information',
  },
  'invalid password format': { key: 'session:problem.passwordFormat', english: 'Invalid password format' },
  'invalid password format (reset)': { key: 'recovery:problem.passwordFormat', english: 'Invalid password format' },
  'the two passwords do not match': {
    key: 'recovery:problem.passwordsDiffer',
    english: 'The two passwords do not match, please re-enter',
  },
  'valid email': { key: 'recovery:problem.emailFormat', english: 'Please enter your valid email' },
} as const satisfies Record<string, CatalogueText>;

export type FieldMessage = keyof typeof FIELD_MESSAGES;
