CREATE TABLE "blocker_changes" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blockers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"description" text NOT NULL,
	"type" text NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"recurring_days" smallint[] NOT NULL,
	"recurring_dates" smallint[] NOT NULL,
	"selected_month" smallint,
	"location" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blockers_type" CHECK (type IN ('One Time', 'Daily', 'Weekly', 'Monthly', 'Yearly'))
);
--> statement-breakpoint
CREATE INDEX "blockers_created_at" ON "blockers" USING btree ("created_at");--> statement-breakpoint
INSERT INTO "blocker_changes" ("only", "version") VALUES (true, 1);
