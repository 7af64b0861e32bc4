import { useSelector } from '@xstate/react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelStep } from './channel-step.view.tsx';
import { useChosenLine } from './chosen-line.view.tsx';
import { ConfirmStep } from './confirm-step.view.tsx';
import { Creating, Uncertain } from './creating.view.tsx';
import { ItemStep } from './item-step.view.tsx';
import { type RechargeActor, WIZARD_STEPS, type WizardScreen, type WizardStep } from './recharge-actor.ts';
import { RecipientStep } from './recipient-step.view.tsx';
import { FoldedStep, OpenStep } from './step.view.tsx';
import { useStepTexts } from './step-texts.ts';
import css from './steps.module.css';

const STEP_OF = {
  recipient: 'recipient',
  item: 'item',
  channel: 'channel',
  confirm: 'confirm',
  creating: 'confirm',
  uncertain: 'confirm',
} as const satisfies Record<WizardScreen['name'], WizardStep>;

const StepBody = ({ actor, screen }: { readonly actor: RechargeActor; readonly screen: WizardScreen }): ReactNode => {
  switch (screen.name) {
    case 'recipient':
      return <RecipientStep actor={actor} screen={screen} />;
    case 'item':
      return <ItemStep actor={actor} screen={screen} />;
    case 'channel':
      return <ChannelStep actor={actor} screen={screen} />;
    case 'confirm':
      return <ConfirmStep actor={actor} screen={screen} />;
    case 'creating':
      return <Creating />;
    case 'uncertain':
      return <Uncertain asking={screen.asking} onRetry={() => actor.send({ type: 'order.retry' })} />;
  }
};

/** The numbered steps: one open, finished ones folded to their choice, later ones saying what they will ask. */
export const Steps = ({
  actor,
  screen,
  heading,
}: {
  readonly actor: RechargeActor;
  readonly screen: WizardScreen;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}): ReactNode => {
  const { t } = useTranslation('recharge');
  const chosenLine = useChosenLine();
  const texts = useStepTexts(screen.name);
  const reachable = useSelector(actor, (snapshot) =>
    screen.name === 'creating' || screen.name === 'uncertain'
      ? ''
      : WIZARD_STEPS.filter((step) => snapshot.can({ type: 'step.goto', step })).join(' '),
  ).split(' ');
  const open = STEP_OF[screen.name];

  return (
    <ol className={css['list']} aria-label={t('step.list')}>
      {WIZARD_STEPS.map((step, at) => {
        const number = at + 1;
        const position = t('step.position', { number, total: WIZARD_STEPS.length });
        const { title, question, ahead } = texts[step];
        if (step === open) {
          return (
            <OpenStep key={step} number={number} position={position} question={question} heading={heading}>
              <StepBody actor={actor} screen={screen} />
            </OpenStep>
          );
        }
        const done = at < WIZARD_STEPS.indexOf(open);
        const chosen = chosenLine(step, screen.summary);
        const change = t('step.changeStep', { title });
        return (
          <FoldedStep
            key={step}
            number={number}
            position={position}
            title={title}
            done={done}
            line={chosen ?? ahead}
            changeLabel={change}
            onChange={done && reachable.includes(step) ? () => actor.send({ type: 'step.goto', step }) : null}
          />
        );
      })}
    </ol>
  );
};
