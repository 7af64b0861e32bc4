import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { CodeChannel } from '../../../machines/session/contact.rules.ts';
import { firstInvalidField } from '../../../machines/session/entry.problems.ts';
import { readCode, sendCode } from '../../../machines/session/recovery.events.ts';
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
  /** Reads the target that the form shows. */
  readonly takeTarget: (form: HTMLFormElement) => string;
  /** Takes the focus when the target is invalid. */
  readonly targetField: RefObject<HTMLInputElement | null>;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly error: string | null;
  readonly ref: RefObject<HTMLInputElement | null>;
};

const SPOKEN_AT = [20];

/** The six-digit code, and the button that sends it, with a cooldown. */
export const CodeField = (props: CodeFieldProps) => {
  const { verification, channel, target, takeTarget, targetField, code, onCode, error, ref } = props;
  const { t } = useTranslation('recovery');
  const failuresOf = useFieldFailures(channel);
  const { name, resendAt, sentTo, validMinutes, failure } = useSelector(verification, selectVerificationScreen);
  const canSend = useSelector(verification, (snapshot) => snapshot.can(sendCode(channel, target)));
  const isCooling = name === 'cooling' && !canSend;
  const { code: refusal, form: formFailure } = failuresOf(failure);
  const send = () => {
    const form = targetField.current?.form;
    const request = sendCode(channel, form ? takeTarget(form) : target);
    if (!verification.getSnapshot().can(request)) return;
    verification.send(request);
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
        value={code}
        read={readCode}
        onChange={onCode}
        error={error ?? refusal}
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
        <Countdown
          deadlineAt={resendAt}
          announceAt={SPOKEN_AT}
          announce={(count) => t('code.againSpoken', { count })}
        />
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
      {formFailure && (
        <Callout tone="error" live="assertive" title={t('failedToSend')}>
          {formFailure}
        </Callout>
      )}
    </>
  );
};
