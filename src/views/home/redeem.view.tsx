import { type FormEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import css from './game-panel.module.css';

type Outcome = 'none' | 'missing' | 'copied' | 'refused';

/** There is no call that redeems: the code is copied, and the game's own page opens, where it is pasted. */
export const Redeem = ({ game, href }: { readonly game: string; readonly href: string }): ReactNode => {
  const { t } = useTranslation(['content', 'portal']);
  const { copyText } = useBrowserActions();
  const place = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const [outcome, setOutcome] = useState<Outcome>('none');
  const words = code.trim();
  const open = (event: MouseEvent) => {
    if (words === '') {
      event.preventDefault();
      setOutcome('missing');
      place.current?.querySelector('input')?.focus();
      return;
    }
    copyText(words).then((isCopied) => setOutcome(isCopied ? 'copied' : 'refused'));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    place.current?.querySelector('a')?.click();
  };
  const told = { none: '', missing: '', copied: t('home.redeem.copied'), refused: t('home.redeem.refused') };
  return (
    <section className={css['part']} id="redeem">
      <h4>
        <Icon name="gift" />
        {t('portal:home.redeem')}
      </h4>
      <p>{t('home.redeem.text')}</p>
      <form ref={place} className={css['code']} onSubmit={submit} noValidate>
        <TextField
          label={t('home.redeem.code')}
          name="redeem"
          value={code}
          onChange={(typed) => {
            setCode(typed);
            setOutcome('none');
          }}
          autoComplete="off"
          maxLength={64}
          error={outcome === 'missing' ? t('home.redeem.missing') : null}
        />
        <ButtonLink
          variant="secondary"
          icon="external"
          external
          href={href}
          onClick={open}
          aria-label={`${t('home.redeem.open')}: ${game} ${t('portal:menu.newWindow')}`}
        >
          {t('home.redeem.open')}
        </ButtonLink>
      </form>
      <p role="status">{told[outcome]}</p>
    </section>
  );
};
