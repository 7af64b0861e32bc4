import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { bulletinsMachine } from '../../../machines/bulletins/bulletins.machine.ts';
import { usePlayer } from '../app/portal.context.tsx';

/** Undefined until the signed-in machine runs. */
export const useBulletinsActor = (): ActorRefFrom<typeof bulletinsMachine> | undefined =>
  useSelector(usePlayer(), (snapshot) => snapshot?.children.bulletins);
