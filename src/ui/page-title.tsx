import type { ReactNode } from 'react';

/** Title of the window: "Page · Site". */
export const PageTitle = ({ parts }: { readonly parts: readonly string[] }): ReactNode => (
  <title>{parts.join(' · ')}</title>
);
