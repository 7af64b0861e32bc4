type Editable<Event> = {
  readonly getSnapshot: () => { readonly can: (event: Event) => boolean };
  readonly send: (event: Event) => void;
};

/** Sends an edit only when it changes what the machine shows: a recording has no event per keystroke. */
export const sendIfUsed = <Event>(actor: Editable<Event>, event: NoInfer<Event>): void => {
  if (actor.getSnapshot().can(event)) actor.send(event);
};
