export type StateKind = 'atomic' | 'compound' | 'parallel' | 'final' | 'history';

export type ChartState = {
  /** Keys from the root joined by dots; the root is the machine's own id. */
  readonly id: string;
  readonly key: string;
  readonly kind: StateKind;
  readonly description: string | null;
  /** Id of the state it starts in. */
  readonly initial: string | null;
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly string[];
  readonly children: readonly ChartState[];
};

/** One candidate transition, as the chart names it. */
export type ChartTransition = {
  readonly id: string;
  readonly source: string;
  /** Empty: the transition only runs actions and stays in its state. */
  readonly targets: readonly string[];
  readonly trigger: Trigger;
  readonly guard: string | null;
  readonly actions: readonly string[];
};

export type Trigger =
  /** `descriptor` may contain a wildcard. */
  | { readonly kind: 'event'; readonly descriptor: string }
  | { readonly kind: 'always' }
  | { readonly kind: 'after'; readonly delay: string; readonly state: string }
  | { readonly kind: 'done' | 'error' | 'snapshot'; readonly invoke: string }
  | { readonly kind: 'state-done'; readonly state: string };

export type Chart = { readonly root: ChartState; readonly moves: readonly ChartTransition[] };
