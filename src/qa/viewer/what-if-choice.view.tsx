import type { ReactNode } from 'react';
import { shortPath } from '../replay/run-log.lines.ts';
import { messageKindOf } from '../what-if/change.ts';
import type { Choice } from '../what-if/choices.ts';
import { secondsText } from './timeline.ts';
import css from './what-if.module.css';

const textOf = (choice: Choice): string => {
  switch (choice.kind) {
    case 'event':
      return choice.isRecorded ? `${choice.sent.event.type} (as recorded)` : choice.sent.event.type;
    case 'timer': {
      const messageKind = messageKindOf(choice.sent);
      return `timer ${messageKind.kind === 'timer' ? messageKind.name : ''} of ${secondsText(choice.delay)} s ends`;
    }
    case 'result':
      return `result of ${choice.call.name}`;
  }
};

const rankOf = (choice: Choice): number => {
  switch (choice.kind) {
    case 'event':
      return choice.isRecorded ? 0 : 3;
    case 'result':
      return 1;
    case 'timer':
      return 2;
  }
};

export type ChoiceFieldProps = {
  readonly choices: readonly Choice[];
  /** The path of the machine whose choices are first. */
  readonly first: string | null;
  readonly chosen: Choice | null;
  readonly onChoose: (choice: Choice) => void;
};

/** What the machines accept at a step, by machine. */
export const ChoiceField = ({ choices, first, chosen, onChoose }: ChoiceFieldProps): ReactNode => {
  const machines = [...new Set(choices.map(({ machine }) => machine))];
  const sorted = [...machines.filter((one) => one === first), ...machines.filter((one) => one !== first)];
  return (
    <label className={css['field']}>
      What happens
      <select
        value={chosen ? choices.indexOf(chosen) : ''}
        onChange={({ target }) => {
          const choice = choices[Number(target.value)];
          if (choice) onChoose(choice);
        }}
      >
        <option value="" disabled={true}>
          Choose one of {choices.length} that the machines accept now
        </option>
        {sorted.map((machine) => (
          <optgroup key={machine} label={shortPath(machine)}>
            {choices
              .filter((choice) => choice.machine === machine)
              .toSorted((one, other) => rankOf(one) - rankOf(other))
              .map((choice) => (
                <option key={choices.indexOf(choice)} value={choices.indexOf(choice)}>
                  {textOf(choice)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
};
