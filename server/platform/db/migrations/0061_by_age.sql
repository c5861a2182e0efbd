CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "spent_proofs_expires_at" ON "spent_proofs" USING btree ("expires_at");
