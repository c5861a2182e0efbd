-- Accounts of before have two weeks from this upgrade on, and every new account two weeks from its beginning.
ALTER TABLE "staff" ADD COLUMN "factor_due_at" timestamp with time zone DEFAULT (now() + interval '14 days') NOT NULL;--> statement-breakpoint
CREATE TABLE "staff_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"secret" bytea,
	"last_step" bigint,
	"credential_id" text,
	"public_key" bytea,
	"counter" bigint,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "staff_factors_kind" CHECK (
		kind = 'totp' AND secret IS NOT NULL AND last_step IS NOT NULL AND credential_id IS NULL
		OR kind = 'passkey' AND credential_id IS NOT NULL AND public_key IS NOT NULL AND counter IS NOT NULL AND secret IS NULL
	),
	CONSTRAINT "staff_factors_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX "staff_factors_staff" ON "staff_factors" ("staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_factors_credential" ON "staff_factors" ("credential_id");--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX "recovery_codes_staff" ON "recovery_codes" ("staff_id");--> statement-breakpoint
CREATE TABLE "factor_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"staff_id" uuid,
	"signs_in" boolean NOT NULL,
	"proven" boolean NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"challenge" text,
	"secret" bytea,
	"code_hash" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "factor_steps_purpose" CHECK (purpose IN ('verify', 'enrol', 'passkey')),
	CONSTRAINT "factor_steps_person" CHECK ((staff_id IS NULL) = (purpose = 'passkey')),
	CONSTRAINT "factor_steps_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade
);--> statement-breakpoint
CREATE UNIQUE INDEX "factor_steps_token" ON "factor_steps" ("token_hash");--> statement-breakpoint
CREATE INDEX "factor_steps_staff" ON "factor_steps" ("staff_id");
