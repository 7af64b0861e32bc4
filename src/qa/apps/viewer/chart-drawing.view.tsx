import type { Chart } from '../../core/chart/definition.chart.ts';
import { type Arrow, arrowPath, type Box, type Drawing, staysIn, TEXT } from '../../core/chart/layout.chart.ts';
import { stayLine } from '../../core/chart/words.chart.ts';
import css from './chart.module.css';

type ChartDrawingProps = {
  readonly chart: Chart;
  readonly drawing: Drawing;
  readonly active: ReadonlySet<string>;
  /** Ids of the transitions that were taken last. */
  readonly lit: ReadonlySet<string>;
  /** They were taken at an earlier message: dashed. */
  readonly isEarlier: boolean;
  readonly scale: number;
};

const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

type StateBoxProps = {
  readonly box: Box;
  readonly activity: 'leaf' | 'around' | 'none';
  /** Lines of lit transitions that stay in this state. */
  readonly litLines: ReadonlySet<string>;
};

const StateBox = ({ box, activity, litLines }: StateBoxProps) => {
  const { x, y, width, height, kind, depth, title, lines, described, isInitial } = box;
  const noteLook = (line: string, at: number) => {
    const isTaken = at >= described && litLines.has(line);
    return {
      className: classes(css['note'], at < described && css['described'], isTaken && css['taken']),
      'data-stays': isTaken || undefined,
    };
  };
  const hasHead = lines.length > 0 || kind === 'compound' || kind === 'parallel';
  return (
    <g data-state-id={box.id} data-active={activity} className={css[activity]}>
      <rect
        className={classes(css['box'], css[kind], depth % 2 === 1 && css['odd'])}
        {...{ x, y, width, height }}
        rx={8}
      />
      {hasHead && <path className={css['rule']} d={`M${x} ${y + TEXT.head}h${width}`} />}
      {isInitial && <circle className={css['start']} cx={x} cy={y} r={5} />}
      <text className={css['title']} x={x + 12} y={y + 17}>
        {title}
      </text>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a state keep their order
        <text key={at} {...noteLook(line, at)} x={x + 12} y={y + TEXT.head + 14 + at * TEXT.leading}>
          {line}
        </text>
      ))}
    </g>
  );
};

const Move = ({ arrow, lit }: { readonly arrow: Arrow; readonly lit: ReadonlySet<string> }) => {
  const isLit = arrow.moves.some(({ id }) => lit.has(id));
  const lines = arrow.moves.flatMap(({ id, lines: words }) =>
    words.map((text, at) => ({ text, head: at === 0, lit: lit.has(id), key: `${id}:${at}` })),
  );
  return (
    <g data-lit={isLit || undefined} data-moves={arrow.moves.map(({ id }) => id).join('\n')}>
      <path className={css['arrow']} markerEnd={`url(#${isLit ? 'tip-lit' : 'tip'})`} d={arrowPath(arrow.points)} />
      {lines.map((line, at) => (
        <text
          key={line.key}
          className={classes(css['note'], line.head && css['head'], line.lit && css['taken'])}
          x={arrow.label.x + 4}
          y={arrow.label.y + 12 + at * TEXT.leading}
        >
          {line.text}
        </text>
      ))}
    </g>
  );
};

const litLinesOf = ({ moves }: Chart, lit: ReadonlySet<string>, state: string): ReadonlySet<string> =>
  new Set(moves.filter((move) => lit.has(move.id) && move.source === state && staysIn(move)).map(stayLine));

export const ChartDrawing = ({ chart, drawing, active, lit, isEarlier, scale }: ChartDrawingProps) => {
  const { width, height, boxes, arrows } = drawing;
  const activity = (box: Box) => {
    if (!active.has(box.id)) return 'none';
    return [...active].some((id) => id.startsWith(`${box.id}.`)) ? 'around' : 'leaf';
  };
  const inOrder = [...arrows].sort(
    (a, b) => Number(a.moves.some(({ id }) => lit.has(id))) - Number(b.moves.some(({ id }) => lit.has(id))),
  );
  return (
    <svg
      className={classes(css['drawing'], isEarlier && css['earlier'])}
      viewBox={`0 0 ${width} ${height}`}
      width={Math.round(width * scale)}
      height={Math.round(height * scale)}
      role="img"
      aria-label={`Active: ${[...active].join(', ')}`}
    >
      <defs>
        {['tip', 'tip-lit'].map((id) => (
          <marker
            key={id}
            id={id}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerUnits="userSpaceOnUse"
            markerWidth="9"
            markerHeight="9"
            orient="auto"
          >
            <path className={css[id]} d="M0 0L8 4L0 8z" />
          </marker>
        ))}
      </defs>
      {boxes.map((box) => (
        <StateBox key={box.id} box={box} activity={activity(box)} litLines={litLinesOf(chart, lit, box.id)} />
      ))}
      {inOrder.map((arrow) => (
        <Move key={arrow.id} arrow={arrow} lit={lit} />
      ))}
    </svg>
  );
};
