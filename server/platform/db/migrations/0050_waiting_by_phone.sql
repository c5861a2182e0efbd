-- What the desk notes with a wish, and offers that somebody tells on the phone because no message can.
ALTER TABLE "waiting_entries" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting_entries" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "call_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "declined_at" timestamp with time zone;
