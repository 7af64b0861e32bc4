import { createHash } from 'node:crypto';

/** The cashier looks like a paper receipt so that it cannot be mistaken for the portal. */
export const CASHIER_STYLES = `
:root { color-scheme: light dark; --ground: #e9e4d8; --receipt: #fffdf7; --ink: #23211c; --soft: #635d50; --line: #b9b09b; --go: #1d5f3c; --go-ink: #ffffff; --bad: #9c2b1f; --ring: #1a4fb4; }
@media (prefers-color-scheme: dark) { :root { --ground: #191712; --receipt: #26231c; --ink: #f3eee0; --soft: #bdb5a2; --line: #57503f; --go: #8fd6ab; --go-ink: #10291b; --bad: #ffab9d; --ring: #9dbdff; } }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; min-height: 100dvh; background: var(--ground); color: var(--ink); font: 16px/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace; }
.band { padding: 10px 16px; background: repeating-linear-gradient(135deg, #ffd21f 0 18px, #f6bf00 18px 36px); color: #1d1a00; font-weight: 700; letter-spacing: .04em; text-align: center; }
main { width: min(100%, 440px); margin: 0 auto; padding: 24px 16px 48px; }
.receipt { padding: 28px 24px; background: var(--receipt); border-top: 6px double var(--line); border-bottom: 2px dashed var(--line); }
h1 { font-size: 16px; font-weight: 700; letter-spacing: .08em; text-transform: uppercase; }
.amount { margin: 12px 0 4px; font-size: clamp(34px, 11vw, 48px); font-weight: 700; line-height: 1.1; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
dl { margin-top: 20px; padding-top: 12px; border-top: 2px dashed var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 16px; padding: 4px 0; }
dt { color: var(--soft); }
dd { overflow-wrap: anywhere; text-align: right; }
.state { margin-top: 20px; padding: 12px 14px; border-left: 5px solid var(--line); background: color-mix(in srgb, var(--ground) 55%, transparent); }
.state.good { border-color: var(--go); }
.state.bad { border-color: var(--bad); }
.state strong { display: block; }
form { margin-top: 24px; display: grid; gap: 10px; }
fieldset { display: grid; gap: 10px; margin-top: 12px; padding: 0; border: 0; }
legend { margin-bottom: 10px; padding: 0; color: var(--soft); font-size: 14px; }
button { min-height: 52px; padding: 10px 16px; border: 2px solid var(--ink); border-radius: 3px; background: transparent; color: var(--ink); font: inherit; text-align: left; cursor: pointer; touch-action: manipulation; }
button small { display: block; color: var(--soft); font-size: 13px; }
button.go { border-color: var(--go); background: var(--go); color: var(--go-ink); font-size: 18px; font-weight: 700; text-align: center; }
button:hover { text-decoration: underline; text-underline-offset: 3px; }
button:focus-visible { outline: 3px solid var(--ring); outline-offset: 3px; }
footer { margin-top: 20px; color: var(--soft); font-size: 14px; text-align: center; }
`;

const hash = createHash('sha256').update(CASHIER_STYLES).digest('base64');

/** Allows one style sheet, an empty icon and forms to itself: no scripts, connections or frames. */
export const CASHIER_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
};
