-- The first data of a production database, as an example: replace every value. docs/operations.md says how to run this file.
-- A name is in English; its translations follow by language tag ('{}': none). Prices are US cents.

insert into settings (name, value) values
('portal', '{
  "gameId": "my-game",
  "gameName": "My Game",
  "cgi": "https://gateway.my-game.example",
  "loggerUrl": "/api/analytics/event",
  "customerService": "https://help.my-game.example"
}'),
('home', '{
  "games": [
    {
      "gameId": "my-game",
      "name": "My Game",
      "blurb": "Sail from isle to isle.",
      "blurbs": { "de-DE": "Segeln Sie von Insel zu Insel." },
      "art": "game-1",
      "url": "https://my-game.example/{locale}",
      "redeemUrl": "https://my-game.example/{locale}/redeem"
    }
  ],
  "features": [
    {
      "key": "fast",
      "title": "Delivered in moments",
      "titles": { "de-DE": "In wenigen Augenblicken geliefert" },
      "text": "What you buy is in the game within moments.",
      "texts": { "de-DE": "Was Sie kaufen, ist in wenigen Augenblicken im Spiel." },
      "art": null
    }
  ],
  "downloads": [
    { "key": "ios", "title": "App Store", "url": "https://apps.example/my-game", "gameId": "my-game" },
    { "key": "android", "title": "Google Play", "url": null, "gameId": "my-game" }
  ],
  "footer": [
    { "key": "about", "title": "About us", "url": "https://my-game.example/{locale}/about" },
    { "key": "contact", "title": "Contact", "url": "https://my-game.example/{locale}/contact" },
    { "key": "privacy", "title": "Privacy", "url": "https://my-game.example/{locale}/privacy" },
    { "key": "agreement", "title": "Terms", "url": "https://my-game.example/{locale}/terms" }
  ],
  "redeemUrl": null
}');

-- status: 0 open, 1 maintenance.
insert into game_servers (server_id, game_id, game_name, server_name, status) values
('101', 'my-game', 'My Game', 'First Harbor', 0),
('102', 'my-game', 'My Game', 'Second Harbor', 0);

-- quantity: pieces of unit; null and null: one piece of the item. rebate_percent: more pieces, in percent of quantity.
-- gift: null, or like unit, with a quantity.
insert into goods (goods_id, game_id, name, names, price_minor, quantity, unit, rebate_percent, gift, art, position) values
('my-game.gems.60', 'my-game', '60 Gems', '{"de-DE": "60 Juwelen"}', 99, 60, '{"name": "Gems", "names": {"de-DE": "Juwelen"}}', null, null, 'gems-1', 0),
('my-game.gems.300', 'my-game', '300 Gems', '{"de-DE": "300 Juwelen"}', 499, 300, '{"name": "Gems", "names": {"de-DE": "Juwelen"}}', 5, null, 'gems-2', 1),
('my-game.pass.30', 'my-game', 'Pass (30 days)', '{"de-DE": "Pass (30 Tage)"}', 499, null, null, null,
  '{"name": "Cloak", "names": {"de-DE": "Umhang"}, "quantity": 1}', 'pass', 2);

-- provider: a name in PAYMENT_PROVIDERS. The last row is the payment with E Points, which has this code and this provider only.
insert into channels (channel_code, name, provider, priority) values
('card', 'Credit or debit card', 'acme-pay', 1),
('epoint', 'E Points', 'epoint', 2);

-- basic points for the price, and present as a bonus. rebate_kind: null, 'first' (first purchase of this package) or 'standing'.
insert into epoint_items (item_id, name, names, price_minor, basic, present, rebate_kind, rebate_percent, art, position) values
('epoint.100', '100 E Points', '{}', 99, 100, 0, null, null, 'epoint', 0),
('epoint.1000', '1,000 E Points', '{}', 999, 1000, 80, 'first', 50, 'epoint-3', 1);

-- A player for a first try. email: lower case. phone: E.164. game_account_id: the uid that the game server gets.
insert into users (user_id, account, password_hash, email, phone, nickname, game_account_id, game_id) values
('1001', 'first-player', :'password_hash', 'first-player@my-game.example', '+12025550100', 'Ann', '2000000001', 'my-game');

insert into roles (server_id, role_id, user_id, role_name) values
('101', '70010001', '1001', 'Ann the Bold');
