import { describe, expect, test } from 'vitest';
import { localeFiles } from './locale-files.ts';

/** The error catalogue of the specification, section 8, and the text that says it. Servers and roles come in one list. */
const CATALOGUE: Readonly<Record<string, string>> = {
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
  'failed to get role list': 'recharge:recipient.failed',
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
  'the payment order number is wrong': 'errors:orderNumberWrong',
  'announcement does not exist': 'content:article.unknown.title',
  'no announcement content yet': 'content:article.empty.title',
  'page not found': 'portal:notFound.title',
  'load error, refresh': 'portal:loadError.text',
  'error while fetching information': 'portal:boot.title',
  'not available in iOS': 'content:home.downloads.noIos',
  'request error': 'errors:requestError',
  'unknown error': 'errors:unknownError',
};

describe.each([...localeFiles])('%s', (_, texts) => {
  test.each(Object.entries(CATALOGUE))('ERRS-05 · says "%s"', (_message, key) => {
    expect(texts.get(key)).toMatch(/\p{L}{2}/u);
  });
});
