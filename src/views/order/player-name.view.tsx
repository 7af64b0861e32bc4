import type { ReactNode } from 'react';
import { playerText } from './player-text.ts';

/** A name made by a player or a game: kept from disturbing the text around it. */
export const PlayerName = ({ name }: { readonly name: string }): ReactNode => <bdi>{playerText(name)}</bdi>;
