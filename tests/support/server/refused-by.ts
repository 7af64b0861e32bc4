/** The constraint that rejects a statement, or null. Drizzle wraps the error that names it. */
export const refusedBy = async (attempt: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await attempt;
    return null;
  } catch (error) {
    for (let cause: unknown = error; typeof cause === 'object' && cause !== null; cause = Reflect.get(cause, 'cause'))
      if (Reflect.get(cause, 'constraint') !== undefined) return Reflect.get(cause, 'constraint');
    throw error;
  }
};
