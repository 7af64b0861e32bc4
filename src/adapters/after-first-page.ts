type PortFunction<Input, Output> = (input: Input, signal: AbortSignal) => Promise<Output>;

/** A port that waits until the first page is drawn, so that its call does not compete with what that page needs. */
export const afterFirstPage =
  <Input, Output>(firstPage: Promise<void>, port: PortFunction<Input, Output>): PortFunction<Input, Output> =>
  async (input, signal) => {
    await firstPage;
    return port(input, signal);
  };
