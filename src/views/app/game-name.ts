import { useSelector } from '@xstate/react';
import { usePortal } from './portal.context.tsx';

/** The game that this portal tops up; null if the API does not name it. */
export const useGameName = (): string | null =>
  useSelector(usePortal(), ({ context }) => context.config?.gameInfo.name || null);
