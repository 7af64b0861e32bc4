import { CASHIER_STYLES } from './cashier.styles.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Placeholder for the publisher's customer service. `nickname`: the player from the ticket; null: no valid ticket. */
export const servicePage = (nickname: string | null): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Customer service · sandbox</title><style>${CASHIER_STYLES}</style></head>
<body><div class="band" role="note">TEST · messages are not read</div>
<main><div class="receipt"><h1>Customer service</h1>${
  nickname === null
    ? '<p class="state bad" role="status"><strong>You are not signed in here</strong>The link had no valid ticket. Open it from the portal again to be recognized.</p>'
    : `<p class="state good" role="status"><strong>Signed in as <bdi>${escaped(nickname)}</bdi></strong>The portal signed you in; no second login is needed.</p>`
}<p>Send us your order number. “Copy details for support” on an order has everything we need.</p></div>
<footer>Sandbox customer service. It is not part of the portal.</footer></main></body>
</html>`;
