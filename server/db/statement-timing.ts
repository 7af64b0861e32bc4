import type pg from 'pg';

/** Calls `onSend` for each statement of a client, and what it returns after the last row or the error. A client can have several watchers. */
export const watchStatements = (client: pg.ClientBase, onSend: () => () => void): void => {
  const earlier = Object.hasOwn(client, 'query') ? client.query : null;
  const send = (values: readonly unknown[]): unknown =>
    Reflect.apply(earlier ?? Reflect.get(Object.getPrototypeOf(client), 'query'), client, values);
  const watched = (...values: readonly unknown[]): unknown => {
    const end = onSend();
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
  Object.defineProperty(client, 'query', { value: watched, configurable: true, writable: true });
};

/** Reports how long each statement of a client takes, from its sending to its last row. Failed statements count too. */
export const timeStatements = (client: pg.ClientBase, observe: (seconds: number) => void): void =>
  watchStatements(client, () => {
    const since = performance.now();
    return () => observe((performance.now() - since) / 1_000);
  });
