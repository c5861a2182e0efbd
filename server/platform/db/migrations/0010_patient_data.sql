CREATE TABLE "erased_clinic_ids" (
	"clinic_id_hash" text PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "once" text;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_once" ON "audit_log" USING btree ("once") WHERE once IS NOT NULL;