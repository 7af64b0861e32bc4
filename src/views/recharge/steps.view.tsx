import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { HeadingRef } from '../app/content-focus.ts';
import { Creating, Uncertain } from '../wizard/creating.view.tsx';
import { StepList } from '../wizard/step-list.view.tsx';
import { useStepTexts } from '../wizard/step-texts.ts';
import { ChannelStep } from './channel-step.view.tsx';
import { ConfirmStep } from './confirm-step.view.tsx';
import { ItemStep } from './item-step.view.tsx';
import { RECHARGE_STEPS, type RechargeStep, type ScreenProps, type WizardScreen } from './recharge-actor.ts';
import { RoleStep } from './role-step.view.tsx';
import { ServerStep } from './server-step.view.tsx';
import { useStepLines } from './step-summary.view.tsx';

const STEP_OF = {
  server: 'recipient',
  role: 'recipient',
  item: 'item',
  channel: 'channel',
  confirm: 'confirm',
  creating: 'confirm',
  uncertain: 'confirm',
} as const satisfies Record<WizardScreen['name'], RechargeStep>;

/** The step of the machine that a numbered step returns to. */
const returnStep = (step: RechargeStep) => (step === 'recipient' ? 'server' : step);

const StepBody = ({ actor, screen }: ScreenProps<WizardScreen>) => {
  switch (screen.name) {
    case 'server':
      return <ServerStep actor={actor} screen={screen} />;
    case 'role':
      return <RoleStep actor={actor} screen={screen} />;
    case 'item':
      return <ItemStep actor={actor} screen={screen} />;
    case 'channel':
      return <ChannelStep actor={actor} screen={screen} />;
    case 'confirm':
      return <ConfirmStep actor={actor} screen={screen} />;
    case 'creating':
      return <Creating />;
    case 'uncertain':
      return <Uncertain actor={actor} screen={screen} />;
  }
};

type StepsProps = ScreenProps<WizardScreen> & { readonly heading: HeadingRef };

export const Steps = ({ actor, screen, heading }: StepsProps) => {
  const open = STEP_OF[screen.name];
  const lines = useStepLines(screen.summary, open === 'confirm');
  const texts = useStepTexts(screen.name);
  const isOrdering = screen.name === 'creating' || screen.name === 'uncertain';
  const finished = isOrdering ? [] : RECHARGE_STEPS.slice(0, RECHARGE_STEPS.indexOf(open));
  const reachable = useSelector(actor, (snapshot) =>
    finished.filter((step) => snapshot.can({ type: 'step.goto', step: returnStep(step) })).join(' '),
  ).split(' ');
  const returnTo = useCallback(
    (step: RechargeStep) => actor.send({ type: 'step.goto', step: returnStep(step) }),
    [actor],
  );
  return (
    <StepList
      steps={RECHARGE_STEPS}
      open={open}
      texts={texts}
      lines={lines}
      reachable={reachable}
      onReturn={returnTo}
      heading={heading}
      isOrdering={isOrdering}
    >
      <StepBody actor={actor} screen={screen} />
    </StepList>
  );
};
