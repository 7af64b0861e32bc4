import { useSelector } from '@xstate/react';
import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  openRedeem,
  type RedeemScreen,
  selectRedeemScreen,
  trimRedeemCode,
} from '../../../machines/home/home.screens.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useBrowserActions } from '../app/portal.context.tsx';
import { sendIfUsed } from '../app/send-if-used.ts';
import { useHomeActor } from './home-actor.ts';
import css from './quick-actions.module.css';

const EDIT = { type: 'code.edit' } as const;

/** The API cannot redeem a code: the code is copied, and the game's own page opens, where the player pastes it. */
export const Redeem = ({ game, href }: { readonly game: string; readonly href: string }) => {
  const { t } = useTranslation(['content', 'portal']);
  const { copyText } = useBrowserActions();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const actor = useHomeActor();
  const screen = useSelector(actor, (snapshot) => (snapshot ? selectRedeemScreen(snapshot) : 'idle'));
  const open = (event: MouseEvent) => {
    if (!actor) return;
    actor.send(openRedeem(code));
    if (selectRedeemScreen(actor.getSnapshot()) === 'missing') {
      event.preventDefault();
      form.current?.querySelector('input')?.focus();
      return;
    }
    copyText(trimRedeemCode(code)).then((isCopied) => actor.send({ type: isCopied ? 'code.copied' : 'code.refused' }));
  };
  const edit = (typed: string) => {
    setCode(typed);
    if (actor) sendIfUsed(actor, EDIT);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.current?.querySelector('a')?.click();
  };
  const status: Readonly<Record<RedeemScreen, string>> = {
    idle: '',
    missing: '',
    copying: '',
    copied: t('home.redeem.copied'),
    refused: t('home.redeem.refused'),
  };
  return (
    <section className={css['card']} id="redeem">
      <div className={css['words']}>
        <h2>{t('portal:home.redeem')}</h2>
        <p>{t('home.redeem.text')}</p>
      </div>
      <form ref={form} className={css['code']} onSubmit={submit} noValidate>
        <TextField
          label={t('home.redeem.code')}
          name="redeem"
          value={code}
          onChange={edit}
          autoComplete="off"
          maxLength={64}
          error={screen === 'missing' ? t('home.redeem.missing') : null}
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
      <p role="status">{status[screen]}</p>
    </section>
  );
};
