import { toFailure } from '../../machines/kernel/failure.ts';
import type { Port } from '../../machines/kernel/port.ts';

/** Makes a port reject with a `Failure` only. */
export const rejectWithFailure =
  <Output, Input>(port: Port<Output, Input>): Port<Output, Input> =>
  async (input, signal) => {
    try {
      return await port(input, signal);
    } catch (error) {
      throw toFailure(error);
    }
  };
