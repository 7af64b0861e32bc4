import type { HTMLAttributes, Ref } from 'react';

type ListProps = HTMLAttributes<HTMLElement> & {
  readonly ordered?: boolean;
  readonly ref?: Ref<HTMLOListElement & HTMLUListElement>;
};

/** A list without markers. The role is explicit because WebKit does not expose such a list as one. */
export const List = ({ ordered = false, ...rest }: ListProps) => {
  const Tag = ordered ? 'ol' : 'ul';
  return <Tag role="list" {...rest} />;
};
