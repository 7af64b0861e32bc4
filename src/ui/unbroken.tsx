/** `text`, in which no line breaks within `part`, unless it is wider than the line: an order number has hyphens. */
export const unbroken = (text: string, part: string) => {
  const start = text.indexOf(part);
  if (start < 0) return text;
  const after = text.slice(start + part.length);
  return (
    <>
      <span>{text.slice(0, start)}</span>
      <span className="unbroken">{part}</span>
      {after !== '' && <span>{after}</span>}
    </>
  );
};
