import { useSelector } from '@xstate/react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { CodeChannel } from '../../../machines/session/contact.rules.ts';
import { firstInvalidField } from '../../../machines/session/entry.problems.ts';
import { sendCode } from '../../../machines/session/verification.events.ts';
import type { verificationMachine } from '../../../machines/session/verification.machine.ts';
import { selectVerificationScreen } from '../../../machines/session/verification.screens.ts';
import { Callout } from '../../ui/callout.tsx';
import { TextField } from '../../ui/field.tsx';
import { Countdown } from '../app/countdown.view.tsx';
import { useFieldFailures } from './recovery-text.ts';
import css from './verification.module.css';

export type VerificationActor = ActorRefFrom<typeof verificationMachine>;

type CodeFieldProps = {
  readonly verification: VerificationActor;
  readonly channel: CodeChannel;
  /** An e-mail address, or a number in E.164. */
  readonly target: string;
  /** Takes the focus when the target is invalid. */
  readonly targetField: RefObject<HTMLInputElement | null>;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly error: string | null;
  readonly ref: RefObject<HTMLInputElement | null>;
};

const SPOKEN_AT = [20];

/** The six-digit code, and the button that sends it, with a cooldown. */
export const CodeField = (props: CodeFieldProps): ReactNode => {
  const { verification, channel, target, targetField, code, onCode, error, ref } = props;
  const { t } = useTranslation('recovery');
  const failuresOf = useFieldFailures(channel);
  const { name, resendAt, sentTo, failure } = useSelector(verification, selectVerificationScreen);
  const canSend = useSelector(verification, (snapshot) => snapshot.can(sendCode(channel, target)));
  const isCooling = name === 'cooling' && !canSend;
  const { code: refusal, form: formFailure } = failuresOf(failure);
  const send = () => {
    if (!canSend) return;
    verification.send(sendCode(channel, target));
    const { problems } = selectVerificationScreen(verification.getSnapshot());
    (firstInvalidField(problems) ? targetField : ref).current?.focus();
  };
  return (
    <>
      <TextField
        ref={ref}
        label={t('code.label')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={12}
        value={code}
        onChange={(value) => onCode(value.normalize('NFKC').replace(/\D/g, '').slice(0, 6))}
        error={error ?? refusal}
        after={
          <button
            data-track="send_code"
            type="button"
            className={css['send']}
            aria-disabled={!canSend || undefined}
            onClick={send}
          >
            {name === 'sending' && t('code.sending')}
            {isCooling && <Countdown deadlineAt={resendAt} label={(time) => t('code.again', { time })} />}
            {name !== 'sending' && !isCooling && t('code.send')}
          </button>
        }
      />
      {isCooling && (
        <Countdown
          deadlineAt={resendAt}
          announceAt={SPOKEN_AT}
          announce={(count) => t('code.againSpoken', { count })}
        />
      )}
      <div role="status" className={css['message']}>
        {sentTo !== null && <bdi>{t('code.sent', { target: sentTo })}</bdi>}
      </div>
      {formFailure && (
        <Callout tone="error" live="assertive" title={t('failedToSend')}>
          {formFailure}
        </Callout>
      )}
    </>
  );
};
