type Editable<Event> = {
  readonly getSnapshot: () => { readonly can: (event: Event) => boolean };
  readonly send: (event: Event) => void;
};

/** Sends an edit only when it changes what the machine shows, so that a recording does not contain an event per keystroke. */
export const sendIfUsed = <Event>(actor: Editable<Event>, event: NoInfer<Event>): void => {
  if (actor.getSnapshot().can(event)) actor.send(event);
};
