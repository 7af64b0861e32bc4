import { type ReactNode, type Ref, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRIES, countryOf, toPhoneNumber } from '../../../machines/session/phone.entry.ts';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ContactEntry } from './login-entry.ts';
import css from './verification.module.css';

const findCountry = (region: string | null, language: string) =>
  COUNTRIES.find((country) => country.region === region) ?? countryOf([language]);

/** The number in E.164, with the picked calling code or that of the player's language. */
export const useToPhoneNumber = (): ((contact: ContactEntry) => string) => {
  const { i18n } = useTranslation('recovery');
  return ({ region, phone }) => toPhoneNumber(findCountry(region, i18n.language).callingCode, phone);
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

type PhoneFieldProps = {
  readonly contact: ContactEntry;
  readonly onContact: (contact: ContactEntry) => void;
  readonly error: string | null;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
};

export const PhoneField = ({ contact, onContact, error, autoFocus = false, ref }: PhoneFieldProps): ReactNode => {
  const { t, i18n } = useTranslation('recovery');
  const countries = useCountryNames();
  const { region, callingCode } = findCountry(contact.region, i18n.language);
  return (
    <TextField
      {...(ref && { ref })}
      label={t('phone.label')}
      name="tel"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      required
      autoFocus={autoFocus}
      maxLength={40}
      value={contact.phone}
      onChange={(phone) => onContact({ ...contact, phone })}
      error={error}
      hint={t('phone.hint')}
      before={
        <span className={css['country']}>
          <span aria-hidden="true">{`${region} +${callingCode}`}</span>
          <Icon name="chevron" size={14} />
          <select
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
