/** `deadlineAt`: epoch ms of the server. `seconds`: whole seconds left. `marks`: seconds left at which a screen reader announces them. */
export type CountdownInput = {
  readonly deadlineAt: number;
  readonly seconds: number;
  readonly marks: readonly number[];
};

export type CountdownContext = CountdownInput & {
  /** The seconds that a screen reader announces; null before the first mark. */
  readonly spoken: number | null;
};
