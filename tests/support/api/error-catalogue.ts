import { brand } from '../brand.ts';

/** `key`: `namespace:path` in `locales/<tag>.json`. `english`: the full text, written out so that no other text passes. */
export type CatalogueText = { readonly key: string; readonly english: string };

/** The messages in section 8 of the specification. docs/ui-copy.md lists those whose wording differs from the specification. */
export const CATALOGUE = {
  'account does not exist (email)': {
    key: 'errors:accountNotFoundEmail',
    english: "We couldn't find an account with this email address. Check it and try again.",
  },
  'account does not exist (Facebook)': {
    key: 'errors:accountNotFoundFacebook',
    english: "We couldn't find an account for this Facebook login. Choose another login method.",
  },
  'account does not exist (game)': {
    key: 'errors:accountNotFoundGame',
    english: "We couldn't find this game account. Contact customer service.",
  },
  'account does not exist (Google)': {
    key: 'errors:accountNotFoundGoogle',
    english: "We couldn't find an account for this Google login. Choose another login method.",
  },
  'account does not exist (login name)': {
    key: 'errors:accountNotFoundLoginName',
    english: "We couldn't find this account. Check your username or email and try again.",
  },
  'account does not exist (mobile)': {
    key: 'errors:accountNotFoundMobile',
    english: "We couldn't find an account with this phone number. Check it and try again.",
  },
  'account does not exist (Apple)': {
    key: 'errors:accountNotFoundApple',
    english: "We couldn't find an account for this Apple login. Choose another login method.",
  },
  'mobile verification code is incorrect': {
    key: 'errors:verificationCodeIncorrect',
    english: 'The code from the text message is incorrect or has expired. Check it, or request a new one.',
  },
  'parameter exception': {
    key: 'errors:parameterException',
    english: "Some of the information isn't valid. Check your entries and try again.",
  },
  'incorrect password': { key: 'errors:incorrectPassword', english: 'Incorrect password. Check it and try again.' },
  'illegal token': { key: 'errors:illegalToken', english: 'Your session is no longer valid. Log in again.' },
  'the system is busy': { key: 'errors:systemBusy', english: 'The system is busy right now. Try again in a moment.' },
  'email login is not supported': {
    key: 'errors:emailLoginNotSupported',
    english: "Email login isn't supported. Choose another login method.",
  },
  'the code is obtained too frequently': {
    key: 'errors:codeTooFrequent',
    english: 'Too many codes have been requested. Try again later.',
  },
  'user authentication failed': {
    key: 'errors:userAuthenticationFailed',
    english: "We couldn't verify your account. Check your details and try again.",
  },
  'information expired or account accessed on another device': {
    key: 'errors:tokenFailure',
    english: 'Your session expired, or your account was used on another device.',
  },
  'the server is under maintenance': {
    key: 'errors:serverMaintenance',
    english: 'This server is under maintenance. Try again later.',
  },
  'E-point balance is insufficient': {
    key: 'errors:balanceInsufficient',
    english: "You don't have enough E Points. Top up to continue.",
  },
  'failed to get order list': { key: 'account:history.failed', english: "We couldn't load your top-ups" },
  'failed to get unpaid orders': {
    key: 'notices:unpaidFailed',
    english: "We couldn't load your unpaid orders. We'll try again in a moment.",
  },
  'failed to get order details': { key: 'order:failed', english: "We couldn't load this order" },
  'failed to get item list': { key: 'recharge:item.failed', english: "We couldn't load the items" },
  'failed to get role list': { key: 'recharge:recipient.rolesFailed', english: "We couldn't load your characters" },
  'failed to get server list': { key: 'recharge:recipient.failed', english: "We couldn't load the servers" },
  'failed to get rebate info': { key: 'recharge:epoint.rebateFailed', english: "We couldn't load your bonus" },
  'failed to get E Point balance': { key: 'notices:balanceFailed', english: "We couldn't load your E Point balance." },
  'failed to get E Point record': { key: 'account:ledger.failed', english: "We couldn't load your E Point history" },
  'failed to get bulletin list': { key: 'content:list.failed', english: "We couldn't load the news" },
  'failed to get bulletin detail': { key: 'content:article.failed', english: "We couldn't load this article" },
  'failed to create payment': { key: 'recharge:notice.notCreated.title', english: "We couldn't start your payment" },
  'failed to get customer-service URL': {
    key: 'notices:serviceLinkMissing',
    english: "We couldn't open customer service. Try again later.",
  },
  'failed to reset password': { key: 'recovery:reset.failed', english: "We couldn't reset your password" },
  'failed to send code': { key: 'recovery:failedToSend', english: "We couldn't send the code" },
  'failed to report role info': {
    key: 'notices:roleReportFailed',
    english: "We couldn't tell the game which character you chose. Your top-up isn't affected.",
  },
  'failed to log in': { key: 'session:login.failed', english: "We couldn't log you in" },
  'no roles on the server': { key: 'recharge:recipient.noRoles', english: "You don't have a character on this server" },
  'the payment order number is wrong': {
    key: 'order:unknown.title',
    english: "We couldn't find this order",
  },
  'announcement does not exist': { key: 'content:article.unknown.title', english: "This article doesn't exist" },
  'no announcement content yet': {
    key: 'content:article.empty.title',
    english: 'This article has no content yet',
  },
  'page not found': { key: 'portal:notFound.title', english: "This page doesn't exist" },
  'load error, refresh': {
    key: 'portal:loadError.text',
    english: 'The page may have been updated. Refresh to try again.',
  },
  'error while fetching information': { key: 'portal:boot.fetchFailed', english: `We couldn't load ${brand.name}` },
  'not available in iOS': { key: 'content:home.downloads.noIos', english: 'Not available on iOS' },
  'request error': {
    key: 'errors:requestError',
    english: "We couldn't connect. Check your connection and try again.",
  },
  'unknown error': { key: 'errors:unknownError', english: 'Something went wrong. Try again.' },
} as const satisfies Record<string, CatalogueText>;

export type CatalogueMessage = keyof typeof CATALOGUE;

/** The messages of section 5 that appear beside a field. */
export const FIELD_MESSAGES = {
  'complete information': { key: 'session:problem.incomplete', english: 'Fill in this field.' },
  'complete information (codes and resets)': {
    key: 'recovery:problem.incomplete',
    english: 'Fill in this field.',
  },
  'invalid password format': {
    key: 'session:problem.passwordFormat',
    english: "This password doesn't meet the requirements.",
  },
  'invalid password format (reset)': {
    key: 'recovery:problem.passwordFormat',
    english: "This password doesn't meet the requirements.",
  },
  'the two passwords do not match': {
    key: 'recovery:problem.passwordsDiffer',
    english: "The passwords don't match. Enter them again.",
  },
  'valid email': { key: 'recovery:problem.emailFormat', english: 'Enter a valid email address.' },
} as const satisfies Record<string, CatalogueText>;
