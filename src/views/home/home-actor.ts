import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { homeMachine } from '../../../machines/home/home.machine.ts';
import { usePlayer } from '../app/portal.context.tsx';

export type HomeActor = ActorRefFrom<typeof homeMachine>;

export const useHomeActor = (): HomeActor | undefined =>
  useSelector(usePlayer(), (snapshot) => snapshot?.children.home);
