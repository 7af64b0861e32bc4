import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../machines/kernel/failure.ts';
import { readEmail } from '../../../machines/session/contact.entry.ts';
import type { CodeChannel } from '../../../machines/session/contact.rules.ts';
import { firstInvalidField } from '../../../machines/session/entry.problems.ts';
import { COUNTRIES, countryOf, toPhoneNumber } from '../../../machines/session/phone.entry.ts';
import { editTarget, readCode, sendCode } from '../../../machines/session/recovery.events.ts';
import type { PhoneLoginProblems, ResetProblems } from '../../../machines/session/recovery.validation.ts';
import {
  type FailureField,
  failureField,
  selectVerificationScreen,
} from '../../../machines/session/verification.screens.ts';
import { useFailureText } from '../../i18n/failure-text.ts';
import type { PhoneReading } from '../../i18n/phone-number.ts';
import { loadChunk } from '../../loader/chunk-deadline.ts';
import { Callout } from '../../ui/callout.tsx';
import { formText, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Countdown } from '../app/countdown.view.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import type { ContactEntry, ContactProps, VerificationActor } from './login.types.ts';
import css from './verification.module.css';

const findCountry = (region: string | null, language: string) =>
  COUNTRIES.find((country) => country.region === region) ?? countryOf([language]);

type ReadPhoneNumber = (region: string, typed: string) => PhoneReading;

/**
 * Reads a number with the picked calling code or that of the player's language. The library of all countries loads with the form;
 * until then, and if it fails to load, simpler rules apply.
 */
const useReadPhone = (): ((contact: ContactEntry) => PhoneReading) => {
  const { i18n } = useTranslation('recovery');
  const [library, setLibrary] = useState<{ readonly readPhoneNumber: ReadPhoneNumber } | null>(null);
  useEffect(() => {
    let isOpen = true;
    loadChunk(() => import('../../i18n/phone-number.ts')).then(
      (loaded) => isOpen && setLibrary(loaded),
      () => undefined,
    );
    return () => {
      isOpen = false;
    };
  }, []);
  return ({ region, phone }) => {
    const country = findCountry(region, i18n.language);
    return (
      library?.readPhoneNumber(country.region, phone) ?? {
        number: toPhoneNumber(country.callingCode, phone),
        shown: null,
      }
    );
  };
};

/** A password manager may have filled in the contact without an event. */
const visibleContact = (form: HTMLFormElement, contact: ContactEntry): ContactEntry => ({
  email: formText(form, 'email') || contact.email,
  region: formText(form, 'country') || contact.region,
  phone: formText(form, 'tel') || contact.phone,
});

/**
 * Where the code goes. `address`: an e-mail address, or a number in E.164, which is also `shown` in international form. `take` reads what
 * the form shows.
 */
export const useTarget = (channel: CodeChannel, { contact, onContact }: ContactProps) => {
  const readPhone = useReadPhone();
  const read = (next: ContactEntry): PhoneReading =>
    channel === 'email' ? { number: readEmail(next.email), shown: null } : readPhone(next);
  const take = (form: HTMLFormElement): string => {
    const visible = visibleContact(form, contact);
    onContact(visible);
    return read(visible).number;
  };
  const { number: address, shown } = read(contact);
  return { address, shown, read, take };
};

type Problem = ResetProblems[keyof ResetProblems];

export const useProblemText = (): ((problem: Problem) => string | null) => {
  const { t } = useTranslation('recovery');
  const texts: Readonly<Record<NonNullable<Problem>, string>> = {
    incomplete: t('problem.incomplete'),
    emailFormat: t('problem.emailFormat'),
    phoneFormat: t('problem.phoneFormat'),
    codeFormat: t('problem.codeFormat'),
    passwordFormat: t('problem.passwordFormat'),
    passwordsDiffer: t('problem.passwordsDiffer'),
  };
  return (problem) => problem && texts[problem];
};

/** Assigns the text of a failure to the field that shows it. `channel`: how the code was sent. */
const useFieldFailures = (channel: CodeChannel) => {
  const { t } = useTranslation('recovery');
  const failureText = useFailureText();
  const textOf = (failure: Failure): string =>
    failure.reason === 'verificationCodeIncorrect' && channel === 'email'
      ? t('problem.codeIncorrect')
      : failureText(failure);
  return (failure: Failure | null): Readonly<Record<FailureField, string | null>> => ({
    target: null,
    code: null,
    form: null,
    ...(failure && { [failureField(failure)]: textOf(failure) }),
  });
};

const useCountryNames = () => {
  const { i18n } = useTranslation('recovery');
  return useMemo(() => {
    const names = new Intl.DisplayNames([i18n.language], { type: 'region', style: 'short' });
    const order = new Intl.Collator(i18n.language);
    return COUNTRIES.map(({ region, callingCode }) => ({ region, callingCode, name: names.of(region) ?? region })).sort(
      (one, other) => order.compare(one.name, other.name),
    );
  }, [i18n.language]);
};

type FieldRef = RefObject<HTMLInputElement | null>;
type FieldProps = ContactProps & { readonly error: string | null; readonly ref: FieldRef };

const EmailField = ({ contact, onContact, error, ref }: FieldProps) => {
  const { t } = useTranslation('recovery');
  return (
    <TextField
      ref={ref}
      label={t('reset.email')}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      required
      maxLength={254}
      value={contact.email}
      onChange={(email) => onContact({ ...contact, email })}
      error={error}
      hint={t('reset.emailHint')}
    />
  );
};

const PhoneField = ({ contact, onContact, error, shown, ref }: FieldProps & Pick<PhoneReading, 'shown'>) => {
  const { t, i18n } = useTranslation('recovery');
  const countries = useCountryNames();
  const { region, callingCode } = findCountry(contact.region, i18n.language);
  return (
    <TextField
      ref={ref}
      label={t('phone.label')}
      name="tel"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      required
      maxLength={100}
      value={contact.phone}
      onChange={(phone) => onContact({ ...contact, phone })}
      error={error}
      hint={shown === null ? t('phone.hint') : t('phone.shown', { number: shown })}
      before={
        <span className={css['country']}>
          <span aria-hidden="true">{`${region} +${callingCode}`}</span>
          <Icon name="chevron" size={14} />
          <select
            name="country"
            aria-label={t('phone.country')}
            autoComplete="tel-country-code"
            value={region}
            onChange={(event) => onContact({ ...contact, region: event.currentTarget.value })}
          >
            {countries.map((country) => (
              <option key={country.region} value={country.region}>
                {`${country.name} +${country.callingCode}`}
              </option>
            ))}
          </select>
        </span>
      }
    />
  );
};

type VerificationFieldsProps = ContactProps & {
  readonly verification: VerificationActor;
  readonly channel: CodeChannel;
  readonly target: ReturnType<typeof useTarget>;
  readonly onTarget: (target: string) => void;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly problems: PhoneLoginProblems | null;
  readonly failure: Failure | null;
  readonly failedTitle: string;
  readonly fields: { readonly target: FieldRef; readonly code: FieldRef };
};

/** The contact, the six-digit code, and the button that sends it, with a cooldown. */
export const VerificationFields = (props: VerificationFieldsProps) => {
  const { verification, channel, contact, onContact, code, onCode, problems, fields } = props;
  const { address, shown, read, take } = props.target;
  const { t } = useTranslation('recovery');
  const problemText = useProblemText();
  const failuresOf = useFieldFailures(channel);
  const sending = useSelector(verification, selectVerificationScreen);
  const { name, resendAt, sentTo, validMinutes } = sending;
  const canSend = useSelector(verification, (snapshot) => snapshot.can(sendCode(channel, address)));
  const isCooling = name === 'cooling' && !canSend;
  const refused = failuresOf(props.failure);
  const notSent = failuresOf(sending.failure);
  const contactProps: FieldProps = {
    ref: fields.target,
    contact,
    onContact: (next) => {
      const changed = read(next).number;
      onContact(next);
      props.onTarget(changed);
      sendIfUsed(verification, editTarget(channel, changed));
    },
    error: problemText(problems?.target ?? sending.problems?.target ?? null) ?? refused.target ?? notSent.target,
  };
  const send = () => {
    const form = fields.target.current?.form;
    const request = sendCode(channel, form ? take(form) : address);
    if (!verification.getSnapshot().can(request)) return;
    verification.send(request);
    const invalid = firstInvalidField(selectVerificationScreen(verification.getSnapshot()).problems);
    (invalid ? fields.target : fields.code).current?.focus();
  };
  return (
    <>
      {refused.form && (
        <Callout tone="error" title={props.failedTitle} live="assertive">
          {refused.form}
        </Callout>
      )}
      {channel === 'phone' ? <PhoneField {...contactProps} shown={shown} /> : <EmailField {...contactProps} />}
      <TextField
        ref={fields.code}
        label={t('code.label')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        read={readCode}
        onChange={onCode}
        error={problemText(problems?.code ?? null) ?? refused.code ?? notSent.code}
        after={
          <button
            data-track="send_code"
            type="button"
            className={css['send']}
            aria-disabled={!canSend || undefined}
            onClick={send}
          >
            {name === 'sending' && <span>{t('code.sending')}</span>}
            {isCooling && <Countdown deadlineAt={resendAt} label={(time) => t('code.again', { time })} />}
            {name !== 'sending' && !isCooling && <span>{t('code.send')}</span>}
          </button>
        }
      />
      {isCooling && (
        <Countdown deadlineAt={resendAt} announceAt={[20]} announce={(count) => t('code.againSpoken', { count })} />
      )}
      <div role="status" className={css['message']}>
        {sentTo !== null && (
          <bdi>
            {validMinutes === null
              ? t('code.sent', { target: sentTo })
              : t('code.sentFor', { target: sentTo, count: validMinutes })}
          </bdi>
        )}
      </div>
      {notSent.form && (
        <Callout tone="error" live="assertive" title={t('failedToSend')}>
          {notSent.form}
        </Callout>
      )}
    </>
  );
};
