import type pg from 'pg';

/** Reports how long each statement of a client takes, from its sending to its last row. Failed statements count too. */
export const timeStatements = (client: pg.ClientBase, observe: (seconds: number) => void): void => {
  const send = (values: readonly unknown[]): unknown =>
    Reflect.apply(Reflect.get(Object.getPrototypeOf(client), 'query'), client, values);
  const timed = (...values: readonly unknown[]): unknown => {
    const since = performance.now();
    const end = (): void => observe((performance.now() - since) / 1_000);
    const callback = values.at(-1);
    if (typeof callback === 'function') {
      const reply = (...result: readonly unknown[]): void => {
        end();
        Reflect.apply(callback, undefined, result);
      };
      return send([...values.slice(0, -1), reply]);
    }
    const sent = send(values);
    if (sent instanceof Promise) sent.then(end, end);
    return sent;
  };
  Object.defineProperty(client, 'query', { value: timed, configurable: true, writable: true });
};
