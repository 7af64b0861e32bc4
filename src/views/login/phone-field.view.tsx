import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRIES, countryOf, toPhoneNumber } from '../../../machines/session/phone.entry.ts';
import type { PhoneReading } from '../../i18n/phone-number.ts';
import { loadChunk } from '../../loader/chunk-deadline.ts';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ContactEntry, ContactProps } from './login-entry.ts';
import css from './verification.module.css';

const findCountry = (region: string | null, language: string) =>
  COUNTRIES.find((country) => country.region === region) ?? countryOf([language]);

type ReadPhoneNumber = (region: string, typed: string) => PhoneReading;

/**
 * Reads a number with the picked calling code or that of the player's language. The library of all countries loads with the form;
 * until then, and if it fails to load, simpler rules apply.
 */
export const useReadPhone = (): ((contact: ContactEntry) => PhoneReading) => {
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

type PhoneFieldProps = ContactProps & {
  readonly error: string | null;
  /** The number in international form, or null. */
  readonly shown: string | null;
  readonly ref: RefObject<HTMLInputElement | null>;
};

export const PhoneField = ({ contact, onContact, error, shown, ref }: PhoneFieldProps) => {
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
