import { toFailure } from '../../machines/kernel/failure.ts';
import type { Port } from '../../machines/kernel/port.ts';

/** A port that rejects with a `Failure` and with nothing else. */
export const rejectWithFailure =
  <Output, Input>(ask: Port<Output, Input>): Port<Output, Input> =>
  async (input, signal) => {
    try {
      return await ask(input, signal);
    } catch (error) {
      throw toFailure(error);
    }
  };
