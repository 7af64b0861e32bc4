import type { ReactNode } from 'react';
import css from './skeleton.module.css';

/** In CSS pixels, or any CSS length. */
type Size = Readonly<Partial<Record<'width' | 'height' | 'radius', number | string>>>;

export const Skeleton = ({ width = '100%', height = 16, radius }: Size) => (
  <span
    className={css['placeholder']}
    aria-hidden="true"
    style={{ inlineSize: width, blockSize: height, ...(radius !== undefined && { borderRadius: radius }) }}
  />
);

type SkeletonListProps = {
  readonly rows: number;
  readonly height: number;
  readonly className?: string | undefined;
};

export const SkeletonList = ({ rows, height, className = css['list'] }: SkeletonListProps) => (
  <span className={className} aria-hidden="true">
    {Array.from({ length: rows }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bones are all alike
      <Skeleton key={at} height={height} />
    ))}
  </span>
);

export const Loading = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div role="status" aria-busy="true">
    <span className="visually-hidden">{label}</span>
    {children}
  </div>
);
