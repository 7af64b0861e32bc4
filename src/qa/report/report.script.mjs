// @ts-check
/** Runs inside a saved report: turns the list of steps into a player. */

/**
 * @typedef {{ path: string, chart: string | null, active: number[], taken: number[], over?: true }} Move
 * @typedef {{ moves: Move[], screen?: number, isMobile?: boolean }} Step
 * @typedef {{ css: string, lang: string, pictures: Record<string, string>, screens: { start: number, end: number, text: string }[] }} Portal
 * @typedef {{ path: string, chart: string | null, active: number[], taken: number[], isNow: boolean, isOver: boolean }} Machine
 */

/** @template {Element} Kind @param {string} selector @param {new () => Kind} kind @param {ParentNode} within @returns {Kind} */
const one = (selector, kind, within = document) => {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`${selector} is missing`);
  return found;
};
/** @param {string} selector @param {ParentNode} within @returns {HTMLElement[]} */
const all = (selector, within = document) =>
  [...within.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);

/** @type {{ portal: Portal, opening: number, runs: Step[][] }} */
const { portal, opening, runs } = JSON.parse(one('#player', HTMLElement).textContent);
const steps = all('.step').map((item) => ({
  item,
  link: one('a', HTMLAnchorElement, item),
  detail: one('.detail', HTMLElement, item),
  run: Number(item.id.split('-')[1]) - 1,
  step: Number(item.id.split('-')[2]) - 1,
}));

const list = one('#steps', HTMLElement);
const pane = one('[data-pane]', HTMLElement);
const panel = one('.panel', HTMLElement);
const detailPlace = one('[data-detail]', HTMLElement);
const heading = one('[data-heading]', HTMLElement);
const picker = one('[data-machine]', HTMLSelectElement);
const count = one('[data-count]', HTMLElement);
const listButton = one('[data-list]', HTMLElement);
const search = one('[data-search]', HTMLInputElement);
const matches = one('[data-matches]', HTMLElement);

let position = 0;
let tab = all('[data-tab]')[0]?.dataset['tab'] ?? 'screen';
/** Path of the chosen machine; null follows the receiver. @type {string | null} */
let chosen = null;
/** The scale of a chart, chosen by hand; null is as large as is readable. @type {number | 'fit' | null} */
let scale = null;
/** The same for the portal's screens. @type {number | 'fit' | null} */
let screenScale = null;
/** @type {(() => void) | null} */
let restore = null;

const READABLE = 0.7;
/** The smallest automatic scale: of a chart with all its lit arrows, and of a screen on a narrow page. */
const SMALLEST_CHART = 0.4;
const SMALLEST_SCREEN = 0.5;
/** Around the lit arrows, so that the names of their states are visible. */
const MARGIN = 24;
/** The padding of the pane, both sides. */
const PADDING = 24;
/** The messages are a tab on a narrow page, and beside the picture on a wide one. */
const narrow = matchMedia('(max-width: 900px)');

/** The space for a picture without scrolling. On a narrow page the pane is as high as its picture. */
const paneSize = () => ({
  width: pane.clientWidth - PADDING,
  height: (narrow.matches ? innerHeight * 0.6 : pane.clientHeight) - PADDING,
});
const ZOOM = 1.25;

/** @param {number} at */
const stepAt = (at) => {
  const { run = 0, step = 0 } = steps[at] ?? {};
  return runs[run]?.[step];
};

/** The machines after a step, in the order in which they started. @param {number} at @returns {Machine[]} */
const machinesAt = (at) => {
  const { run = 0, step = 0 } = steps[at] ?? {};
  /** @type {Map<string, Machine>} */
  const machines = new Map();
  for (const [index, { moves }] of (runs[run] ?? []).slice(0, step + 1).entries()) {
    /** @type {Set<string>} */
    const seen = new Set();
    for (const { path, chart, active, taken, over } of moves) {
      const isNow = index === step;
      const earlier = isNow && seen.has(path) ? (machines.get(path)?.taken ?? []) : [];
      seen.add(path);
      machines.set(path, { path, chart, active, taken: [...earlier, ...taken], isNow, isOver: over === true });
    }
  }
  return [...machines.values()];
};

/** @param {Element} svg @param {Machine} machine */
const paint = (svg, { active, taken, isNow }) => {
  const states = [...svg.querySelectorAll('g[data-id]')];
  const on = new Set(active.map((at) => states[at]));
  const ids = [...on].map((state) => state?.getAttribute('data-id') ?? '');
  for (const state of states) {
    const id = state.getAttribute('data-id') ?? '';
    const isLeaf = !ids.some((other) => other.startsWith(`${id}.`));
    state.setAttribute('data-active', on.has(state) ? (isLeaf ? 'leaf' : 'around') : 'none');
  }
  for (const [at, arrow] of [...svg.querySelectorAll('.arrow')].entries()) {
    const isLit = taken.includes(at);
    arrow.toggleAttribute('data-lit', isLit);
    arrow.toggleAttribute('data-earlier', isLit && !isNow);
    arrow.setAttribute('marker-end', `url(#${isLit ? 'tip-lit' : 'tip'})`);
  }
};

/** The box around the arrows of this step, else the last active state, in units of the drawing. @param {Element} svg */
const litBox = (svg) => {
  const arrows = [...svg.querySelectorAll('.arrow[data-lit]:not([data-earlier])')];
  const parts = arrows.length > 0 ? arrows : [...svg.querySelectorAll('[data-active="leaf"]')].slice(-1);
  const boxes = parts.flatMap((part) => (part instanceof SVGGraphicsElement ? [part.getBBox()] : []));
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + MARGIN;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + MARGIN;
  return boxes.length > 0 ? { left, top, width: right - left, height: bottom - top } : null;
};

/** @param {Element} svg */
const resize = (svg) => {
  const width = Number(svg.getAttribute('width'));
  const height = Number(svg.getAttribute('height'));
  const room = paneSize();
  const fitting = Math.min(1, room.width / width, room.height / height);
  const lit = litBox(svg);
  const fittingLit = lit ? Math.min(room.width / lit.width, room.height / lit.height) : 1;
  const readable = Math.max(fitting, Math.min(READABLE, Math.max(SMALLEST_CHART, fittingLit)));
  const used = scale === 'fit' ? fitting : (scale ?? readable);
  if (svg instanceof SVGElement) svg.style.cssText = `width:${width * used}px;height:${height * used}px`;
  return used;
};

/** Scrolls the pane, never the page. @param {Element} svg @param {number} used */
const center = (svg, used) => {
  const lit = litBox(svg);
  if (!lit) return;
  const drawing = svg.getBoundingClientRect();
  const around = pane.getBoundingClientRect();
  pane.scrollLeft += drawing.left + (lit.left + lit.width / 2) * used - around.left - around.width / 2;
  pane.scrollTop += drawing.top + (lit.top + lit.height / 2) * used - around.top - around.height / 2;
};

/** The machine that received the first message of the step, else a machine that received another message. @param {Machine[]} drawn */
const receiverOf = (drawn) => {
  const first = stepAt(position)?.moves[0]?.path;
  const receiver = drawn.find(({ path, isNow }) => isNow && path === first);
  return receiver ?? drawn.find(({ isNow }) => isNow) ?? drawn[0];
};

/** @param {Machine[]} machines */
const pickMachine = (machines) => {
  const drawn = machines.filter(({ chart }) => chart !== null);
  return drawn.find(({ path }) => path === chosen) ?? receiverOf(drawn);
};

/** @param {Machine[]} machines */
const showChart = (machines) => {
  const machine = pickMachine(machines);
  const place = machine && all('[data-chart]').find(({ dataset }) => dataset['chart'] === machine.chart);
  const svg = place?.querySelector('svg');
  if (!machine || !place || !svg) {
    pane.textContent = 'No machine has started yet.';
    return;
  }
  paint(svg, machine);
  pane.replaceChildren(svg);
  restore = () => {
    svg.removeAttribute('style');
    place.replaceChildren(svg);
  };
  center(svg, resize(svg));
};

const WIDTHS = { phone: 390, desktop: 1280 };
const LOWEST = 844;

/** Each screen, rebuilt from its difference to the previous screen. @type {string[]} */
const screens = [];
for (const { start, end, text } of portal.screens) {
  const before = screens.at(-1) ?? '';
  screens.push(before.slice(0, start) + text + before.slice(before.length - end));
}

/** Scripts do not run in this frame, and it inherits the content security policy of this page. */
const frame = document.createElement('iframe');
frame.sandbox.value = '';
frame.title = 'The portal as it was';
/** @type {number | undefined} */
let drawn;
let drawnScale = 1;
/** The width of the pane when the screen was drawn. */
let drawnIn = 0;

/** `zoom` draws a sharp screen and a transform a blurred one, but not every browser that supports `zoom` applies it inside a frame. */
const zoomsFrames = (() => {
  const probe = document.createElement('iframe');
  probe.style.cssText = 'position:fixed;visibility:hidden;width:100px;border:0;zoom:0.5';
  document.body.append(probe);
  const width = probe.contentWindow?.innerWidth;
  probe.remove();
  return CSS.supports('zoom', '1') && width === 100;
})();

/** @param {number} index */
const pageOf = (index) => {
  const body = (screens[index] ?? '').replace(
    /src="picture:([\w-]+)"/g,
    (_, /** @type {string} */ name) => `src="${portal.pictures[name] ?? ''}"`,
  );
  return `<!doctype html><html lang="${portal.lang}"><head><meta charset="utf-8"><style>${portal.css}</style></head><body>${body}</body></html>`;
};

const showScreen = () => {
  const { screen, isMobile } = stepAt(position) ?? {};
  if (screen === undefined) {
    pane.textContent = 'There is no screen at this step.';
    return;
  }
  const width = isMobile ? WIDTHS.phone : WIDTHS.desktop;
  const isScrolled = pane.contains(frame) && drawnIn === pane.clientWidth;
  const middle = isScrolled ? (pane.scrollLeft + drawnIn / 2) / pane.scrollWidth : 0.5;
  if (!pane.contains(frame)) pane.replaceChildren(frame);
  const room = paneSize();
  const fitting = Math.min(1, room.width / width);
  const readable = narrow.matches ? Math.max(SMALLEST_SCREEN, fitting) : fitting;
  const used = screenScale === 'fit' ? fitting : (screenScale ?? readable);
  const height = narrow.matches ? LOWEST : Math.max(LOWEST, room.height / used);
  const beside = Math.max(0, (room.width - width * used) / 2);
  // A transform does not change the space that an element takes; `zoom` applies to margins too.
  const scaled = zoomsFrames
    ? `zoom:${used};margin:0 0 0 ${beside / used}px`
    : `transform:scale(${used});margin:0 ${width * (used - 1)}px ${height * (used - 1)}px ${beside}px`;
  frame.style.cssText = `width:${width}px;height:${height}px;${scaled}`;
  pane.scrollLeft = middle * pane.scrollWidth - pane.clientWidth / 2;
  if (drawn !== screen) frame.srcdoc = pageOf(screen);
  drawn = screen;
  drawnScale = used;
  drawnIn = pane.clientWidth;
};

/** @param {string} name @param {string} text @param {string} look */
const element = (name, text, look = '') => {
  const made = document.createElement(name);
  made.textContent = text;
  if (look) made.className = look;
  return made;
};

/** The names of the innermost active states. @param {Machine} machine */
const stateNames = ({ chart, active }) => {
  const place = all('[data-chart]').find(({ dataset }) => dataset['chart'] === chart);
  const states = [...(place?.querySelectorAll('g[data-id]') ?? [])].map((state) => state.getAttribute('data-id') ?? '');
  const ids = active.map((at) => states[at] ?? '');
  const leaves = ids.filter((id) => !ids.some((other) => other.startsWith(`${id}.`)));
  return leaves.map((id) => id.slice(id.indexOf('.') + 1)).join(' · ');
};

/** @param {Machine[]} machines */
const showMachines = (machines) => {
  const rows = machines
    .filter(({ isOver, isNow }) => !isOver || isNow)
    .map((machine) => {
      const row = element('li', '', machine.isNow ? 'now' : '');
      row.append(element('code', machine.path), element('span', machine.isOver ? 'ended' : stateNames(machine)));
      return row;
    });
  const table = element('ul', '', 'machines');
  table.append(...rows);
  pane.replaceChildren(table);
};

/** @param {Machine[]} machines */
const fillPicker = (machines) => {
  const drawn = machines.filter(({ chart }) => chart !== null);
  if (chosen !== null && !drawn.some(({ path }) => path === chosen)) chosen = null;
  const options = drawn.map(({ path }) => new Option(path, path, false, path === chosen));
  const receiver = receiverOf(drawn);
  const first = receiver ? `${receiver.path} (receiver)` : 'No machine yet';
  picker.replaceChildren(new Option(first, '', false, chosen === null), ...options);
};

const show = () => {
  restore?.();
  restore = null;
  const shown = tab === 'messages' && !narrow.matches ? 'screen' : tab;
  if (shown !== 'screen') drawn = undefined;
  const machines = machinesAt(position);
  fillPicker(machines);
  document.documentElement.dataset['shown'] = shown;
  for (const button of all('[data-tab]')) button.setAttribute('aria-pressed', String(button.dataset['tab'] === shown));
  for (const part of all('[data-only]')) part.hidden = !part.dataset['only']?.split(' ').includes(shown);
  if (shown === 'screen') showScreen();
  else if (shown === 'chart') showChart(machines);
  else if (shown === 'machines') showMachines(machines);
};

/** @param {number} to @param {boolean} isFocused */
const goTo = (to, isFocused = false) => {
  const before = steps[position];
  const now = steps[Math.max(0, Math.min(to, steps.length - 1))];
  if (!now) return;
  before?.item.append(before.detail);
  before?.link.removeAttribute('aria-current');
  position = steps.indexOf(now);
  now.link.setAttribute('aria-current', 'step');
  detailPlace.replaceChildren(now.detail);
  heading.textContent = one('.what', HTMLElement, now.link).textContent;
  count.textContent = `${position + 1} / ${steps.length}`;
  panel.scrollTop = 0;
  list.dataset['open'] = 'false';
  listButton.setAttribute('aria-expanded', 'false');
  const box = now.item.getBoundingClientRect();
  const around = list.getBoundingClientRect();
  if (box.top < around.top || box.bottom > around.bottom) list.scrollTop += box.top - around.top - around.height / 3;
  if (isFocused) now.link.focus({ preventScroll: true });
  history.replaceState(null, '', `#${now.item.id}`);
  markEnds();
  show();
};

/** The first step that matches the search, starting at a position. @param {number} from @param {1 | -1} by */
const shownFrom = (from, by) => {
  for (let at = from; at >= 0 && at < steps.length; at += by) if (!steps[at]?.item.hidden) return at;
  return position;
};

const goButtons = [one('[data-go="-1"]', HTMLButtonElement), one('[data-go="1"]', HTMLButtonElement)];
/** @param {HTMLButtonElement} button */
const behind = (button) => {
  const by = button.dataset['go'] === '1' ? 1 : -1;
  return shownFrom(position + by, by);
};
const markEnds = () => {
  for (const button of goButtons) button.disabled = behind(button) === position;
};

const find = () => {
  const words = search.value.trim().toLowerCase();
  for (const { item, link, detail } of steps)
    item.hidden = words !== '' && !`${link.textContent} ${detail.textContent}`.toLowerCase().includes(words);
  const shown = steps.filter(({ item }) => !item.hidden).length;
  matches.textContent = words === '' ? '' : `${shown} of ${steps.length} steps`;
  markEnds();
};

/** @type {Map<string, () => number>} */
const MOVES = new Map([
  ['ArrowDown', () => shownFrom(position + 1, 1)],
  ['ArrowRight', () => shownFrom(position + 1, 1)],
  ['ArrowUp', () => shownFrom(position - 1, -1)],
  ['ArrowLeft', () => shownFrom(position - 1, -1)],
  ['Home', () => shownFrom(0, 1)],
  ['End', () => shownFrom(steps.length - 1, -1)],
]);

/** @param {KeyboardEvent} event */
const onKey = (event) => {
  const { target, key } = event;
  const to = MOVES.get(key);
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
  const isScrolling = target === pane || target === panel;
  if (to === undefined || isTyping || isScrolling || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  goTo(to(), list.contains(document.activeElement));
};

const start = () => {
  document.documentElement.dataset['player'] = 'on';
  for (const [at, { link }] of steps.entries())
    link.addEventListener('click', (event) => {
      event.preventDefault();
      goTo(at, true);
    });
  for (const button of goButtons) button.addEventListener('click', () => goTo(behind(button)));
  for (const button of all('[data-tab]'))
    button.addEventListener('click', () => {
      tab = button.dataset['tab'] ?? tab;
      pane.scrollTop = 0;
      show();
    });
  for (const button of all('[data-zoom]'))
    button.addEventListener('click', () => {
      const by = Number(button.dataset['zoom']);
      const larger = (/** @type {number} */ used) => Math.min(3, Math.max(0.15, used * ZOOM ** by));
      const svg = pane.querySelector('svg');
      if (!svg) {
        screenScale = by === 0 ? 'fit' : larger(drawnScale);
        showScreen();
      } else {
        scale = by === 0 ? 'fit' : larger(resize(svg));
        center(svg, resize(svg));
      }
    });
  picker.addEventListener('change', () => {
    chosen = picker.value || null;
    show();
  });
  search.addEventListener('input', find);
  listButton.addEventListener('click', () => {
    const isOpen = list.dataset['open'] !== 'true';
    list.dataset['open'] = String(isOpen);
    listButton.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) steps[position]?.item.scrollIntoView({ block: 'center' });
  });
  document.addEventListener('keydown', onKey);
  window.addEventListener('resize', show);
  window.addEventListener('hashchange', () => goTo(indexOfHash()));
  goTo(indexOfHash());
};

const indexOfHash = () => {
  const named = steps.findIndex(({ item }) => `#${item.id}` === location.hash);
  return named < 0 ? opening : named;
};

if (steps.length > 0) start();
