CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_proofs" (
	"signature" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "marks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "caller" text;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_marks" CHECK (marks <@ '{same_person,over_limit,asked_to_call}'::text[]);--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "caller" text;--> statement-breakpoint
CREATE FUNCTION "comparable_words"("name" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_agg(word ORDER BY word) FROM regexp_split_to_table(
		translate(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), '’ʼ`ɓƁɗƊƙƘƴƳ', '''''''bbddkkyy'),
		'[[:space:]-]+') AS word
	WHERE word <> ''
$$;
