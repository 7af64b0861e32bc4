import { useSelector } from '@xstate/react';
import type { ReactNode, RefObject } from 'react';
import { Creating, Uncertain } from '../wizard/creating.view.tsx';
import { StepList } from '../wizard/step-list.view.tsx';
import { useStepTexts } from '../wizard/step-texts.ts';
import { ChannelStep } from './channel-step.view.tsx';
import { ConfirmStep } from './confirm-step.view.tsx';
import { ItemStep } from './item-step.view.tsx';
import { type RechargeActor, WIZARD_STEPS, type WizardScreen, type WizardStep } from './recharge-actor.ts';
import { RoleStep } from './role-step.view.tsx';
import { ServerStep } from './server-step.view.tsx';
import { useConfirmedSummary, useStepSummary } from './step-summary.view.tsx';

const STEP_OF = {
  server: 'server',
  role: 'role',
  item: 'item',
  channel: 'channel',
  confirm: 'confirm',
  creating: 'confirm',
  uncertain: 'confirm',
} as const satisfies Record<WizardScreen['name'], WizardStep>;

const StepBody = ({ actor, screen }: { readonly actor: RechargeActor; readonly screen: WizardScreen }): ReactNode => {
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
      return <Uncertain lookingUp={screen.lookingUp} onRetry={() => actor.send({ type: 'order.retry' })} />;
  }
};

export const Steps = ({
  actor,
  screen,
  heading,
}: {
  readonly actor: RechargeActor;
  readonly screen: WizardScreen;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}): ReactNode => {
  const stepSummary = useStepSummary();
  const confirmedSummary = useConfirmedSummary();
  const summaryOf = STEP_OF[screen.name] === 'confirm' ? confirmedSummary : stepSummary;
  const texts = useStepTexts(screen.name);
  const reachable = useSelector(actor, (snapshot) =>
    screen.name === 'creating' || screen.name === 'uncertain'
      ? ''
      : WIZARD_STEPS.filter((step) => snapshot.can({ type: 'step.goto', step })).join(' '),
  ).split(' ');
  return (
    <StepList
      steps={WIZARD_STEPS}
      open={STEP_OF[screen.name]}
      texts={texts}
      chosen={(step) => summaryOf(step, screen.summary)}
      reachable={reachable}
      onReturn={(step) => actor.send({ type: 'step.goto', step })}
      heading={heading}
    >
      <StepBody actor={actor} screen={screen} />
    </StepList>
  );
};
