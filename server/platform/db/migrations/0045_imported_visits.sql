-- Which visits came from another program's book, what that said of them last, and as which version they were stored then.
CREATE TABLE "imported_visits" (
	"key" text PRIMARY KEY NOT NULL,
	"visit_id" uuid NOT NULL UNIQUE,
	"said" text NOT NULL,
	"version" integer NOT NULL,
	"import_id" uuid NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL
);
