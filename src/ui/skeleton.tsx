import type { ReactNode } from 'react';
import css from './skeleton.module.css';

type Size = number | string;

export type SkeletonProps = {
  /** CSS pixels, or any CSS length. */
  readonly width?: Size;
  readonly height?: Size;
  readonly radius?: Size;
};

export const Skeleton = ({ width = '100%', height = 16, radius }: SkeletonProps) => (
  <span
    className={css['placeholder']}
    aria-hidden="true"
    style={{ inlineSize: width, blockSize: height, ...(radius !== undefined && { borderRadius: radius }) }}
  />
);

export const SkeletonList = ({
  rows,
  height,
  className = css['list'],
}: {
  readonly rows: number;
  readonly height: number;
  readonly className?: string | undefined;
}) => (
  <span className={className} aria-hidden="true">
    {Array.from({ length: rows }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bones are all alike
      <Skeleton key={at} height={height} />
    ))}
  </span>
);

/** Wraps skeletons and labels the loading content. */
export const Loading = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div role="status" aria-busy="true">
    <span className="visually-hidden">{label}</span>
    {children}
  </div>
);
