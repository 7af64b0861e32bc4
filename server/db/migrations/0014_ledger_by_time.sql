SET LOCAL statement_timeout = 0;
--> statement-breakpoint
CREATE INDEX ledger_user_time ON ledger_transactions (user_id, at DESC, transaction_id DESC);
--> statement-breakpoint
CREATE INDEX ledger_user_income_time ON ledger_transactions (user_id, at DESC, transaction_id DESC) WHERE basic + present > 0;
--> statement-breakpoint
CREATE INDEX ledger_user_expense_time ON ledger_transactions (user_id, at DESC, transaction_id DESC) WHERE basic + present < 0;
--> statement-breakpoint
DROP INDEX ledger_user_newest, ledger_user_income, ledger_user_expense;
