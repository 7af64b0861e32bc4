export type Held = { readonly heldTasks: readonly unknown[]; readonly releaseTasks: () => void };

/** Runs in the page before its own scripts: React's scheduler, which uses a message channel, waits for `releaseTasks`. */
export const holdRendering = (): void => {
  const heldTasks: (() => void)[] = [];
  let isHeld = true;
  const post = MessagePort.prototype.postMessage;
  Object.defineProperty(MessagePort.prototype, 'postMessage', {
    value: function (this: MessagePort, ...message: Parameters<typeof post>) {
      const send = () => post.apply(this, message);
      if (isHeld) heldTasks.push(send);
      else send();
    },
  });
  const releaseTasks = (): void => {
    isHeld = false;
    for (const send of heldTasks.splice(0)) send();
  };
  Object.assign(window, { heldTasks, releaseTasks });
};
