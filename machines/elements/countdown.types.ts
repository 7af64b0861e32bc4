/** `deadlineAt`: epoch ms of the server. `seconds`: whole seconds left. `marks`: seconds left at which they are spoken. */
export type CountdownInput = {
  readonly deadlineAt: number;
  readonly seconds: number;
  readonly marks: readonly number[];
};

export type CountdownContext = CountdownInput & {
  /** What a screen reader says; null before the first mark. */
  readonly spoken: number | null;
};
