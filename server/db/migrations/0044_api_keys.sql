CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"locations" text[],
	"made_by" uuid,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "api_keys_scopes" CHECK (cardinality(scopes) > 0),
	CONSTRAINT "api_keys_locations" CHECK (cardinality(locations) > 0),
	CONSTRAINT "api_keys_made_by_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_key_hash" ON "api_keys" USING btree ("key_hash");
