import { useSelector } from '@xstate/react';
import { selectTopUpGameName } from '../../../machines/portal/portal.screens.ts';
import { usePortal } from './portal.context.tsx';

/** The game that this portal tops up; null if the API does not provide it. */
export const useGameName = (): string | null => useSelector(usePortal(), selectTopUpGameName);
