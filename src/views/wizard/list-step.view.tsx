import type { ReactNode } from 'react';
import type { Failure } from '../../../machines/kernel/failure.ts';
import type { Listed } from '../../../machines/kernel/listed.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { LoadEmpty, LoadFailed, UnreadEntries } from '../app/load-problem.view.tsx';
import { type NoticeProps, StepNotice } from './step-notice.view.tsx';
import css from './steps.module.css';

type SkeletonSize = { readonly rows: number; readonly columns: 2 | 3; readonly height: number };

/** As many cards as the list usually has, in their final size. */
export const ListSkeleton = ({ label, rows, columns, height }: SkeletonSize & { readonly label: string }) => (
  <Loading label={label}>
    <div className={css['skeletons']} data-columns={columns}>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal and without identity
        <Skeleton key={at} height={height} radius={12} />
      ))}
    </div>
  </Loading>
);

export type StepRows<Row> =
  | { readonly state: 'loading' | 'empty' }
  | { readonly state: 'failed'; readonly failure: Failure }
  | ({ readonly state: 'ready' } & Listed<Row>);

type ListStepProps = NoticeProps & {
  readonly list: StepRows<unknown>;
  readonly skeleton: SkeletonSize;
  readonly art: string;
  readonly texts: Readonly<Record<'loading' | 'failed' | 'empty' | 'hint', string>>;
  /** Why a list that is drawn is not fresh. */
  readonly staleFailure?: Failure | null;
  /** Above the list in each of its states. */
  readonly before?: ReactNode;
  /** The list when it is ready, and below it the button that continues. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

/** A step with a list, or with the reason why there is none. */
export const ListStep = (props: ListStepProps) => {
  const { actor, notice, list, skeleton, art, texts, staleFailure, before, children, action } = props;
  const retry = () => actor.send({ type: 'load.retry' });
  return (
    <div className={css['body']}>
      <StepNotice notice={notice} actor={actor} />
      {before}
      {list.state === 'loading' && <ListSkeleton label={texts.loading} {...skeleton} />}
      <LiveRegion>
        {list.state === 'failed' && <LoadFailed inRegion title={texts.failed} failure={list.failure} onRetry={retry} />}
        {list.state === 'empty' && <LoadEmpty art={art} title={texts.empty} hint={texts.hint} onRetry={retry} />}
        {list.state === 'ready' && staleFailure && (
          <LoadFailed inRegion title={texts.failed} failure={staleFailure} onRetry={retry} />
        )}
      </LiveRegion>
      {list.state === 'ready' && (
        <>
          {children}
          <UnreadEntries ids={list.unread} />
          {action}
        </>
      )}
    </div>
  );
};
