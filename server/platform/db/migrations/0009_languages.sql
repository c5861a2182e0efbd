ALTER TABLE "appointments" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;