import { useSelector } from '@xstate/react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActorRefFrom } from 'xstate';
import type { verificationMachine } from '../../../machines/session/verification.machine.ts';
import { selectVerificationScreen } from '../../../machines/session/verification.screens.ts';
import { Callout } from '../../ui/callout.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { TextField } from '../../ui/field.tsx';
import { useGestures } from '../portal/portal.context.tsx';
import { usePlacedFailure } from './recovery-text.ts';
import css from './verification.module.css';

export type VerificationActor = ActorRefFrom<typeof verificationMachine>;

type CodeFieldProps = {
  readonly verification: VerificationActor;
  /** An e-mail address, or a number in E.164. */
  readonly target: string;
  /** Asked before a code is sent: whether the target may be one. */
  readonly mayAsk: () => boolean;
  readonly code: string;
  readonly onCode: (code: string) => void;
  readonly error: string | null;
  readonly ref: Ref<HTMLInputElement>;
};

const SPOKEN_AT = [20];

/** The six digits, and the button that has them sent: it counts down until it may be pressed again. */
export const CodeField = (props: CodeFieldProps): ReactNode => {
  const { verification, target, mayAsk, code, onCode, error, ref } = props;
  const { t } = useTranslation('recovery');
  const { serverNow } = useGestures();
  const placed = usePlacedFailure();
  const { name, resendAt, sentTo, failure } = useSelector(verification, selectVerificationScreen);
  const canSend = useSelector(verification, (snapshot) => snapshot.can({ type: 'code.send', target }));
  const isCooling = name === 'cooling' && !canSend;
  const { code: refusal, elsewhere } = placed(failure);
  const send = () => {
    if (canSend && mayAsk()) verification.send({ type: 'code.send', target });
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
            {isCooling && (
              <Countdown
                deadline={resendAt}
                now={serverNow}
                announceAt={SPOKEN_AT}
                label={(time) => t('code.again', { time })}
                announce={(seconds) => t('code.againSpoken', { seconds })}
              />
            )}
            {name !== 'sending' && !isCooling && t('code.send')}
          </button>
        }
      />
      <div role="status" className={css['word']}>
        {sentTo !== null && <bdi>{t('code.sent', { target: sentTo })}</bdi>}
      </div>
      {elsewhere && (
        <Callout tone="error" live="assertive" title={t('failedToSend')}>
          {elsewhere}
        </Callout>
      )}
    </>
  );
};
