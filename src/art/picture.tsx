import { pictures } from 'virtual:brand/pictures';
import type { ReactNode } from 'react';

/**
 * A picture of the brand, by file name without extension. An unknown or missing name shows `fallback`. Decorative: the text next to
 * it says what it is. `width` and `height`, in CSS pixels, reserve its space until it loads. `loading`: `lazy` waits until the page is
 * laid out.
 */
export const Picture = ({
  name,
  fallback,
  width,
  height = width,
  loading,
}: {
  readonly name: string | null;
  readonly fallback: string;
  readonly width: number;
  readonly height?: number;
  readonly loading?: 'lazy';
}): ReactNode => (
  <img
    loading={loading}
    src={pictures[name ?? ''] ?? pictures[fallback]}
    alt=""
    width={width}
    height={height}
    decoding="async"
    draggable={false}
  />
);
