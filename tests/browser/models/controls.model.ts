import { expect, type Locator, type Page } from '@playwright/test';

type Role =
  | 'button'
  | 'checkbox'
  | 'combobox'
  | 'link'
  | 'listbox'
  | 'option'
  | 'radio'
  | 'searchbox'
  | 'separator'
  | 'slider'
  | 'textbox';

const ROLES: readonly string[] = [
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'option',
  'radio',
  'searchbox',
  'separator',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
] satisfies readonly (Role | string)[];

/** The roles of named parts of a page that contain controls. */
const PARTS = /^(?:region|navigation|complementary|group|list|dialog)$/;

/**
 * A control of a page, or several controls with the same handler. `changes`: a press changes the page. `twice`: a second press changes it
 * again. `opens`: a press opens a new page. `leaves`: a press takes this page to a different address. `elsewhere`: the file that presses the
 * control and checks its effect; `by` has the words with which that file finds the control.
 */
export type ControlEntry = {
  readonly role: Role;
  /** For a pattern, the last and the first match are pressed. */
  readonly name: string | RegExp;
  /** The name of the part of the page around it. */
  readonly within?: string;
  readonly effect: 'changes' | 'twice' | 'opens' | 'leaves' | { readonly elsewhere: string; readonly by: string };
};

type Control = { readonly role: string; readonly name: string; readonly part: string; readonly isDisabled: boolean };

const LINE = /^( *)- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?(.*)$/;

/** The controls in an accessibility tree in Playwright's notation. The options of a select count as part of the select. */
const controlsIn = (snapshot: string): readonly Control[] => {
  const found: Control[] = [];
  const around: { readonly depth: number; readonly role: string; readonly name: string }[] = [];
  for (const line of snapshot.split('\n')) {
    const [, indent = '', role = '', text = '', rest = ''] = LINE.exec(line) ?? [];
    const name = text.replaceAll('\\"', '"');
    while ((around.at(-1)?.depth ?? -1) >= indent.length) around.pop();
    const part = around.findLast((one) => PARTS.test(one.role) && one.name)?.name ?? '';
    const isChoice = role === 'option' && around.at(-1)?.role === 'combobox';
    if (ROLES.includes(role) && !isChoice) found.push({ role, name, part, isDisabled: rest.includes('[disabled]') });
    around.push({ depth: indent.length, role, name });
  }
  return found;
};

const matches = ({ role, name, within }: ControlEntry, control: Control): boolean =>
  role === control.role &&
  (within === undefined || within === control.part) &&
  (typeof name === 'string' ? name === control.name : name.test(control.name));

const titleOf = ({ role, name }: Pick<ControlEntry, 'role' | 'name'> | Control): string => `${role} ${name}`;

/** Everything on a page that a tester can see or hear. */
const looksOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, select')];
    const values = fields.map(({ value, checked }) => `${value} ${checked}`);
    const scrolls = [...document.querySelectorAll('*')].flatMap(({ scrollTop, scrollLeft }) =>
      scrollTop || scrollLeft ? [scrollTop, scrollLeft] : [],
    );
    const { outerHTML } = document.documentElement;
    return [location.pathname, location.search, outerHTML, ...values, ...scrolls].join('\n');
  });

const LONGEST_REST_MS = 5_000;
/** Longer than any effect takes on a busy machine. */
const LONGEST_EFFECT_MS = 30_000;
const PAUSE_MS = 50;

/** Presses the controls of a page, using a list that has an entry for each control. */
export class ControlsModel {
  /** Controls without an entry, entries without a control, and presses without an effect. */
  readonly problems: string[] = [];
  private readonly page: Page;
  private readonly within: Locator;
  private readonly entries: readonly ControlEntry[];
  private readonly met = new Set<ControlEntry>();

  constructor(page: Page, entries: readonly ControlEntry[], within: Locator = page.locator('body')) {
    this.page = page;
    this.within = within;
    this.entries = entries;
  }

  private note(problem: string): void {
    if (!this.problems.includes(problem)) this.problems.push(problem);
  }

  /** The controls on the page. Each control without an entry is a problem. */
  private async controls(): Promise<readonly Control[]> {
    const controls = controlsIn(await this.within.ariaSnapshot());
    for (const control of controls) {
      const known = this.entries.filter((entry) => matches(entry, control));
      if (known.length === 0) this.note(`no entry: ${titleOf(control)}`);
      for (const entry of known) this.met.add(entry);
    }
    return controls;
  }

  private async untilLooks(isWanted: (looks: string) => boolean, timeout: number): Promise<string | null> {
    let looks = '';
    const look = async (): Promise<boolean> => {
      looks = await looksOf(this.page);
      return isWanted(looks);
    };
    return expect
      .poll(look, { timeout, intervals: [PAUSE_MS] })
      .toBe(true)
      .then(
        () => looks,
        () => null,
      );
  }

  /** The appearance of the page once it no longer changes on its own. */
  private async atRest(): Promise<string> {
    let before = '';
    const found = await this.untilLooks((looks) => {
      const isSame = looks === before;
      before = looks;
      return isSame;
    }, LONGEST_REST_MS);
    return found ?? before;
  }

  private async use(role: Role, target: Locator): Promise<void> {
    switch (role) {
      case 'button':
      case 'checkbox':
      case 'link':
      case 'option':
      case 'radio':
        // A click fails if something covers the control, but a mark in the timeline can be thinner than the line of the shown step.
        return role === 'option' ? target.dispatchEvent('click') : target.click();
      case 'combobox':
        await target.evaluate((select: HTMLSelectElement) => {
          const { options, selectedIndex } = select;
          const other = options[selectedIndex + 1] ?? options[selectedIndex - 1];
          select.dataset['other'] = other?.value ?? '';
        });
        await target.selectOption((await target.getAttribute('data-other')) ?? '');
        return;
      case 'listbox':
      case 'slider':
        return target.press('ArrowRight');
      case 'separator':
        return target.press('Enter');
      case 'searchbox':
      case 'textbox':
        return target.fill('type:page.changed');
    }
  }

  private async pressOne({ role, name, effect }: ControlEntry, target: Locator): Promise<void> {
    const title = titleOf({ role, name });
    if (effect === 'opens') {
      const [opened] = await Promise.all([this.page.context().waitForEvent('page'), this.use(role, target)]);
      await opened.waitForLoadState();
      await opened.close();
      return;
    }
    if (effect === 'leaves') {
      const url = this.page.url();
      await this.use(role, target);
      await this.page.waitForURL((now) => String(now) !== url, { waitUntil: 'load' });
      await this.page.goBack();
      return;
    }
    for (let turn = 0; turn < (effect === 'twice' ? 2 : 1); turn += 1) {
      const before = await this.atRest();
      await this.use(role, target);
      if ((await this.untilLooks((looks) => looks !== before, LONGEST_EFFECT_MS)) === null)
        this.note(`no effect: ${title}`);
    }
  }

  private async pressMatch(entry: ControlEntry, at: 0 | -1): Promise<void> {
    let name: string | undefined;
    const find = async (): Promise<boolean> => {
      const found = (await this.controls()).filter((control) => matches(entry, control) && !control.isDisabled);
      name = found.at(at)?.name;
      return name !== undefined;
    };
    await expect
      .poll(find, { timeout: LONGEST_EFFECT_MS })
      .toBe(true)
      .catch(() => null);
    if (name === undefined) this.note(`not there, or disabled: ${titleOf(entry)}`);
    else await this.pressOne({ ...entry, name }, this.within.getByRole(entry.role, { name, exact: true }).first());
  }

  /** Presses the controls of these entries in order. Before each press and at the end, it looks for controls without an entry. */
  async press(entries = this.entries): Promise<void> {
    for (const entry of entries) {
      if (typeof entry.effect !== 'string') continue;
      await this.pressMatch(entry, -1);
      if (typeof entry.name !== 'string') await this.pressMatch(entry, 0);
    }
    await this.controls();
    for (const entry of entries) if (!this.met.has(entry)) this.note(`no control: ${titleOf(entry)}`);
  }
}
