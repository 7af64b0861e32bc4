import type { ReactNode } from 'react';

/** `text`, in which no line breaks within `part`, unless it is wider than the line: an order number has hyphens. */
export const unbroken = (text: string, part: string): ReactNode => {
  const [before, after] = text.split(part, 2);
  if (after === undefined) return text;
  return (
    <>
      <span>{before}</span>
      <span className="unbroken">{part}</span>
      {after !== '' && <span>{after}</span>}
    </>
  );
};
