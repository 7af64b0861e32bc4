import type { Recipient } from '../../../machines/order/order.types.ts';

const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu;
const MAX_GRAPHEMES = 64;

/** Characters as a player sees them; a browser without a segmenter splits a few of them. */
const graphemesOf = (text: string): readonly string[] => {
  try {
    return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);
  } catch {
    return [...text];
  }
};

/** A player's text: strips control characters, caps combining marks at 3 and the length at 64 graphemes. */
export const playerText = (name: string): string => {
  const clean = name.normalize('NFC').replace(CONTROLS, '').replace(STACKED_MARKS, '$1').trim();
  // Most names need no segmenter, and the first one takes milliseconds to create.
  if (clean.length <= MAX_GRAPHEMES) return clean;
  const seen = graphemesOf(clean);
  return seen.length <= MAX_GRAPHEMES ? clean : `${seen.slice(0, MAX_GRAPHEMES).join('')}…`;
};

/** Masks an id: shows its last third, at most four characters, and the first two of a long one. */
export const maskId = (id: string): string => {
  const characters = [...id.replace(CONTROLS, '')];
  const tail = Math.min(4, Math.ceil(characters.length / 3));
  const head = characters.length >= 8 ? 2 : 0;
  return `${characters.slice(0, head).join('')}••••${characters.slice(characters.length - tail).join('')}`;
};

/** A name from a player or a game, isolated from the direction of the text around it. */
export const PlayerName = ({ name }: { readonly name: string }) => <bdi>{playerText(name)}</bdi>;

export const RecipientLine = ({ recipient: { roleName, serverName } }: { readonly recipient: Recipient }) => (
  <>
    <PlayerName name={roleName} />
    <span> · </span>
    <PlayerName name={serverName} />
  </>
);
