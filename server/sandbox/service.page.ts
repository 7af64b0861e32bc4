import { brand } from '../texts/brand.ts';
import { escaped } from '../texts/escaped.ts';
import { sandboxPage } from './cashier.page.ts';

/** Placeholder for the publisher's customer service. `nickname`: the player from the ticket; null: no valid ticket. */
export const servicePage = (nickname: string | null): string =>
  sandboxPage(
    'Customer service · sandbox',
    "messages aren't read",
    `<h1>Customer service</h1>${
      nickname === null
        ? `<p class="state bad" role="status"><strong>You're not logged in here</strong>This link has expired. Open customer service from ${escaped(brand.name)} again.</p>`
        : `<p class="state good" role="status"><strong>Logged in as <bdi>${escaped(nickname)}</bdi></strong>You don't need to log in again.</p>`
    }<p>Send us your order details. The "Copy order details" button on an order has everything we need.</p>`,
    "This sandbox page isn't part of the portal.",
  );
