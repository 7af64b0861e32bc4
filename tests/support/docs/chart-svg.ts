import { type Arrow, arrowPath, type Box, type Drawing, TEXT } from '../../../src/qa/core/chart/layout.chart.ts';

const STYLE = `
svg{background:#fff;color:#1b2133;font-family:ui-sans-serif,system-ui,sans-serif}
.box{fill:#fff;stroke:#8b93a9}.depth-odd{fill:#f4f6fb}.parallel{stroke-dasharray:6 4}.final{stroke-width:3}
.title{font-size:${TEXT.title}px;font-weight:650;fill:currentColor}.note{font-size:${TEXT.line}px;fill:#4b5470}.strong{fill:currentColor}.described{font-style:italic}
.arrow{fill:none;stroke:#5a6590}.tip{fill:#5a6590}.start{fill:#1b2133}.back{fill:#fff;fill-opacity:.85}
@media (prefers-color-scheme:dark){svg{background:#141827;color:#eef1fa}.box{fill:#141827;stroke:#5d678a}.depth-odd{fill:#1c2236}
.note{fill:#b5bdd6}.arrow{stroke:#93a0cf}.tip{fill:#93a0cf}.start{fill:#eef1fa}.back{fill:#141827}}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

type Line = { readonly text: string; readonly look?: 'strong' | 'described' };

const texts = (lines: readonly Line[], x: number, y: number): string =>
  lines
    .map(
      ({ text, look }, at) =>
        `<text class="note${look ? ` ${look}` : ''}" x="${x}" y="${y + at * TEXT.leading}">${escaped(text)}</text>`,
    )
    .join('\n');

const boxSvg = (box: Box): string => {
  const { x, y, width, height, kind, depth, title, lines, described, isInitial } = box;
  const rule =
    lines.length || kind === 'compound' || kind === 'parallel'
      ? `<path class="box" d="M${x} ${y + TEXT.head}h${width}"/>\n`
      : '';
  const noted = lines.map((text, at): Line => (at < described ? { text, look: 'described' } : { text }));
  return `<g data-id="${escaped(box.id)}">
<rect class="box ${kind} depth-${depth % 2 ? 'odd' : 'even'}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>
${rule}<text class="title" x="${x + 12}" y="${y + 17}">${escaped(title)}</text>${isInitial ? `\n<circle class="start" cx="${x}" cy="${y}" r="5"/>` : ''}
${texts(noted, x + 12, y + TEXT.head + 14)}</g>`;
};

const arrowSvg = ({ points, label, moves }: Arrow): string => {
  const lines = moves.flatMap((move) =>
    move.lines.map((text, at): Line => (at === 0 ? { text, look: 'strong' } : { text })),
  );
  const path = `<path class="arrow" marker-end="url(#tip)" d="${arrowPath(points)}"/>`;
  return `${path}\n${texts(lines, label.x + 4, label.y + 12)}`;
};

/** The drawing as a standalone file, for light and dark color schemes. */
export const svgOf = (drawing: Drawing, title: string): string => {
  const { width, height } = drawing;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}
</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>
${drawing.boxes.map(boxSvg).join('\n')}
${drawing.arrows.map(arrowSvg).join('\n')}
</svg>
`;
};
