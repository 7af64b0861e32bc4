import type { ReactNode } from 'react';

const FILES: Readonly<Record<string, string>> = import.meta.glob<string>('./*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/**
 * One of our own drawings, by file name without ending. An unknown or missing name shows `fallback`. Decorative: the text
 * beside it says what it is. `width` and `height` in CSS pixels keep its place before it has arrived.
 */
export const Picture = ({
  name,
  fallback,
  width,
  height = width,
}: {
  readonly name: string | null;
  readonly fallback: string;
  readonly width: number;
  readonly height?: number;
}): ReactNode => (
  <img
    src={FILES[`./${name}.svg`] ?? FILES[`./${fallback}.svg`]}
    alt=""
    width={width}
    height={height}
    decoding="async"
    draggable={false}
  />
);
