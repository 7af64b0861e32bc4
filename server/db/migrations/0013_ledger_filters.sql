SET LOCAL statement_timeout = 0;
--> statement-breakpoint
CREATE INDEX ledger_user_income ON ledger_transactions (user_id, (- transaction_id)) INCLUDE (transaction_id, at)
  WHERE basic + present > 0;
--> statement-breakpoint
CREATE INDEX ledger_user_expense ON ledger_transactions (user_id, (- transaction_id)) INCLUDE (transaction_id, at)
  WHERE basic + present < 0;
