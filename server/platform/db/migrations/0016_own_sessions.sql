ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
UPDATE "sessions" SET "last_used_at" = CASE WHEN "staff_id" IS NULL THEN "created_at" ELSE greatest("created_at", "expires_at" - interval '12 hours') END;--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "last_used_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "sessions" ALTER COLUMN "last_used_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "oidc_issuer" text;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "oidc_subject" text;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_oidc" CHECK ((oidc_issuer IS NULL) = (oidc_subject IS NULL));--> statement-breakpoint
CREATE UNIQUE INDEX "staff_oidc_subject" ON "staff" USING btree ("oidc_issuer","oidc_subject");--> statement-breakpoint
ALTER TABLE "oidc_sign_ins" ADD COLUMN "authenticated_at" timestamp with time zone;
