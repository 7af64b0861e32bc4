import { playerText } from './player-text.ts';

/** A name from a player or a game, isolated from the direction of the text around it. */
export const PlayerName = ({ name }: { readonly name: string }) => <bdi>{playerText(name)}</bdi>;
