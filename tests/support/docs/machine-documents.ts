import ELK from 'elkjs/lib/elk.bundled.js';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { chartOf } from '../../../src/qa/core/chart/definition.chart.ts';
import { drawChart } from '../../../src/qa/core/chart/layout.chart.ts';
import { svgOf } from './chart-svg.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../../machines/**/*.machine.ts', { eager: true });

export const MACHINES: ReadonlyMap<string, AnyStateMachine> = new Map(
  Object.entries(modules)
    .map(([path, module]) => {
      const machine = Object.values(module).find((exported) => exported instanceof StateMachine);
      if (!machine) throw new Error(`${path} exports no machine`);
      return [path.replace(/^.*\/|\.machine\.ts$/g, ''), machine] as const;
    })
    .sort(([one], [other]) => one.localeCompare(other)),
);

/** The chart in the form that the Stately editor imports: names without functions. */
const definitionOf = (machine: AnyStateMachine): string => `${JSON.stringify(machine.config, null, 2)}\n`;

const sentence = (description: unknown): string => (typeof description === 'string' ? `\n\n${description}` : '');

const page = (machines: ReadonlyMap<string, AnyStateMachine>): string => {
  const parts = [...machines].map(([name, { config }]) => {
    const links = `[drawing](${name}.svg) · [definition](${name}.json)`;
    return `## ${name}\n\n${links}${sentence(config.description)}\n\n![${name}](${name}.svg)\n`;
  });
  return `# The machines\n\nThe JSON files can be imported into the Stately editor.\n\n${parts.join('\n')}`;
};

/** A page, and a drawing and a definition of each machine: file name → text. */
export const machineDocuments = async (): Promise<ReadonlyMap<string, string>> => {
  const elk = new ELK();
  const files = new Map([['README.md', page(MACHINES)]]);
  for (const [name, machine] of MACHINES) {
    files.set(`${name}.json`, definitionOf(machine));
    files.set(`${name}.svg`, svgOf(await drawChart(chartOf(machine.config), elk), name));
  }
  return files;
};
