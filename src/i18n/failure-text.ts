import { useTranslation } from 'react-i18next';
import type { Failure, FailureReason } from '../../machines/kernel/failure.ts';
import type { texts } from './bundles/en-US.bundle.ts';

type Key = keyof typeof texts.errors;

/** Reason → key of errors.json. */
const KEYS: Readonly<Record<Exclude<FailureReason, 'loadFailed'>, Key>> = {
  accountNotFoundEmail: 'accountNotFoundEmail',
  accountNotFoundFacebook: 'accountNotFoundFacebook',
  accountNotFoundGame: 'accountNotFoundGame',
  accountNotFoundGoogle: 'accountNotFoundGoogle',
  accountNotFoundLoginName: 'accountNotFoundLoginName',
  accountNotFoundMobile: 'accountNotFoundMobile',
  accountNotFoundApple: 'accountNotFoundApple',
  verificationCodeIncorrect: 'verificationCodeIncorrect',
  parameterException: 'parameterException',
  incorrectPassword: 'incorrectPassword',
  illegalToken: 'illegalToken',
  systemBusy: 'systemBusy',
  emailLoginNotSupported: 'emailLoginNotSupported',
  codeTooFrequent: 'codeTooFrequent',
  loginTooFrequent: 'loginTooFrequent',
  userAuthenticationFailed: 'userAuthenticationFailed',
  tokenFailure: 'tokenFailure',
  signedOutByServer: 'signedOutByServer',
  serverMaintenance: 'serverMaintenance',
  balanceInsufficient: 'balanceInsufficient',
  recipientNeeded: 'recipientNeeded',
  roleGone: 'roleGone',
  itemGone: 'itemGone',
  channelClosed: 'channelClosed',
  priceChanged: 'priceChanged',
  stillProcessing: 'stillProcessing',
  keyReused: 'keyReused',
  orderNumberWrong: 'orderNumberWrong',
  orderOver: 'orderOver',
  articleMissing: 'articleMissing',
  forbidden: 'forbidden',
  offline: 'offline',
  timedOut: 'timedOut',
  requestError: 'requestError',
  protocolError: 'protocolError',
  unknownError: 'unknownError',
};

export const useReasonText = (): ((reason: FailureReason) => string) => {
  const { t } = useTranslation(['errors', 'portal']);
  return (reason) => (reason === 'loadFailed' ? t('portal:loadError.text') : t(KEYS[reason]));
};

/** A reason we know is said in the player's language; for any other the server's own words come first (ERRS-04). */
export const useFailureText = (): ((failure: Failure) => string) => {
  const reasonText = useReasonText();
  return ({ reason, msg }) => (reason === 'unknownError' && msg) || reasonText(reason);
};
