/** A spreadsheet reads a cell that starts with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r\0]/;

const cell = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8. `separator`: a semicolon where the decimal separator is a comma. */
export const csvText = (rows: readonly (readonly string[])[], separator: ',' | ';' = ','): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(separator)).join('\r\n')}\r\n`;
