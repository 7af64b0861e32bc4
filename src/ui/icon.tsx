/** Strokes on a 24 × 24 field. */
const PATHS = {
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  bolt: 'M13 3 5 14h6l-1 7 9-12h-6z',
  user: 'M12 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM4 21v-1l3-4h10l3 4v1',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z',
  device: 'M3 4h18v12H3zM8 20h8M12 16v4',
  check: 'm4 12.5 5 5L20 7',
  close: 'm5 5 14 14M19 5 5 19',
  chevron: 'm5 9 7 7 7-7',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  alert: 'M12 3 2.5 20h19zM12 10v4.5M12 17v.5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.5v.5',
  gift: 'M4 12h16v8H4zM3 8h18v4H3zM12 8v12M12 8 8 3.5 6 6l2 2M12 8l4-4.5L18 6l-2 2',
  gem: 'M7 4h10l4 6-9 10L3 10zM3 10h18M9 10l3 10 3-10',
  receipt: 'M5 3h14v18l-3.5-2.5L12 21l-3.5-2.5L5 21zM9 8h6M9 12h6',
  refresh: 'M20 5v5h-5M4 19v-5h5M19.5 10A8 8 0 0 0 5.6 7.5M4.5 14a8 8 0 0 0 13.9 2.5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  external: 'M13 4h7v7M20 4l-9 9M9 5H4v15h15v-5',
  lock: 'M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3M12 14.5v2',
  support: 'M4 15v-4a8 8 0 0 1 16 0v4M4 13h4v6H4zM16 13h4v6h-4zM18 19v2h-5',
  logout: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  wallet: 'M4 7h16v13H4zM4 7l12-4v4M20 11h-5v5h5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  wrench: 'M20 8a5 5 0 0 1-7 5l-7 7-2.5-2.5 7-7A5 5 0 0 1 16 4l-2.5 3 .5 2 2 .5z',
  download: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  eye: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  eyeOff: 'M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM4 20 20 4',
  arrow: 'M4 12h15M13 6l6 6-6 6',
  compass: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15.5 8.5l-2 5-5 2 2-5z',
  more: 'M4 11h2v2H4zM11 11h2v2h-2zM18 11h2v2h-2z',
  megaphone: 'M4 9v6h4l9 5V4L8 9zM8 9v6M20.5 9v6M7 15v5h3v-4',
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative: the text next to it says what it means. `size` in CSS pixels. */
export const Icon = ({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="square"
    aria-hidden="true"
    focusable="false"
  >
    <path d={PATHS[name]} />
  </svg>
);
