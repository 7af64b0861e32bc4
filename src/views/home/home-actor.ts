import { useSelector } from '@xstate/react';
import { usePlayer } from '../app/portal.context.tsx';

export const useHomeActor = () => useSelector(usePlayer(), (snapshot) => snapshot?.children.home);
