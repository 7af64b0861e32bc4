const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

const inline = (text: string): string =>
  escaped(text).replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, to: string) => `<a href="${to}">${words}</a>`);

const cells = (row: string, tag: 'td' | 'th'): string =>
  `<tr>${row
    .slice(2)
    .split(' | ')
    .map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${inline(cell)}</${tag}>`)
    .join('')}</tr>`;

const table = ([head = '', ...rows]: readonly string[]): string =>
  `<table><thead>${cells(head, 'th')}</thead><tbody>${rows.map((row) => cells(row, 'td')).join('')}</tbody></table>`;

const list = (points: readonly string[]): string =>
  `<ul>${points.map((point) => `<li>${inline(point.slice(2))}</li>`).join('')}</ul>`;

const kindOf = (line: string): 'list' | 'table' | 'heading' | 'paragraph' => {
  if (line.startsWith('- ')) return 'list';
  if (line.startsWith('| ')) return 'table';
  return line.startsWith('# ') ? 'heading' : 'paragraph';
};

/**
 * Renders the lines of an article as HTML: `# ` is a heading, `- ` a list item, `| ` a table row (the first one is the header), anything else
 * a paragraph. `[text](/path)` is a link. Adjacent items or rows form one list or table.
 */
export const bodyHtml = (lines: readonly string[]): string => {
  const blocks: string[][] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const kind = kindOf(line);
    const goesOn = last?.[0] !== undefined && kindOf(last[0]) === kind && (kind === 'list' || kind === 'table');
    if (goesOn) last.push(line);
    else blocks.push([line]);
  }
  return blocks
    .map((block) => {
      const [line = ''] = block;
      const kind = kindOf(line);
      if (kind === 'list') return list(block);
      if (kind === 'table') return table(block);
      return kind === 'heading' ? `<h2>${inline(line.slice(2))}</h2>` : `<p>${inline(line)}</p>`;
    })
    .join('');
};
