import type { PaymentWindow, PlaceholderText } from './payment-windows.ts';

/**
 * Draws the blank window until the payment URL is known. Builds nodes, because the window inherits the portal's content security
 * policy, which allows neither inline styles nor markup strings.
 */
export const drawPreparing = (document: PaymentWindow['document'], { lang, title, text }: PlaceholderText): void => {
  document.title = title;
  document.documentElement.lang = lang;
  const { style } = document.body;
  style.setProperty('display', 'grid');
  style.setProperty('place-content', 'center');
  style.setProperty('min-height', '90vh');
  style.setProperty('margin', '0 24px');
  style.setProperty('text-align', 'center');
  style.setProperty('font', '18px/1.5 system-ui, sans-serif');
  style.setProperty('color-scheme', 'light dark');
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  line.textContent = text;
  document.body.append(line);
};
