import { type ElementType, type FunctionComponent, memo, Profiler } from 'react';
import { type JSX, jsx as plainJsx, jsxs as plainJsxs } from 'react/jsx-runtime';

export { Fragment, type JSX } from 'react/jsx-runtime';

declare global {
  interface Window {
    /** Components that React has drawn: "name", or "name:which" for a card or a step; new ones with a plus sign. */
    drawn?: string[];
  }
}

/** The parts of the top-up page whose renders are counted. Their names are kept in a build that is not minified. */
const COUNTED: ReadonlySet<string> = new Set([
  'Header',
  'Footer',
  'TargetChoice',
  'Heading',
  'Folded',
  'OpenStep',
  'Card',
  'Aside',
  'Line',
  'Details',
]);

type Props = Readonly<Record<string, unknown>>;
type Memo = {
  readonly type: FunctionComponent<Props>;
  readonly compare: ((one: Props, other: Props) => boolean) | null;
};

const isMemo = (type: unknown): type is Memo => typeof type === 'object' && type !== null && 'compare' in type;

const whichOf = ({ option, number }: Props): string => {
  if (typeof option === 'object' && option !== null && 'value' in option) return `:${option.value}`;
  return typeof number === 'number' ? `:${number}` : '';
};

/** Components that React has called since their profiler last reported. */
const called = new Set<string>();

/** The component with a profiler inside. The profiler also reports when only a part of the component is drawn, which does not count. */
const profiled = (plain: FunctionComponent<Props>): FunctionComponent<Props> => {
  const idOf = (props: Props): string => `${plain.name}${whichOf(props)}`;
  const onRender = (id: string, phase: string): void => {
    if (!called.delete(id)) return;
    window.drawn ??= [];
    window.drawn.push(phase === 'mount' ? `+${id}` : id);
  };
  const call: FunctionComponent<Props> = (props) => {
    called.add(idOf(props));
    return plain(props);
  };
  return (props) => plainJsx(Profiler, { id: idOf(props), onRender, children: plainJsx(call, props) });
};

const known = new Map<unknown, ElementType>();

const counted = (type: ElementType): ElementType => {
  const plain: unknown = isMemo(type) ? type.type : type;
  if (typeof plain !== 'function' || !COUNTED.has(plain.name)) return type;
  const component = plain as FunctionComponent<Props>;
  const made =
    known.get(type) ?? (isMemo(type) ? memo(profiled(component), type.compare ?? undefined) : profiled(component));
  known.set(type, made);
  return made;
};

export const jsx = (type: ElementType, props: Props, key?: string): JSX.Element => plainJsx(counted(type), props, key);
export const jsxs = (type: ElementType, props: Props, key?: string): JSX.Element =>
  plainJsxs(counted(type), props, key);
