-- Letters that Unicode does not take apart ('Łukasz', 'Weiß', 'Søren') are found by those of any keyboard; apostrophes, dots and
-- hyphens are left out ('O’Brien', 'Nwosu-Eze'). As server/patients/comparable-name.ts.
CREATE OR REPLACE FUNCTION "comparable_words"("name" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_agg(word ORDER BY word) FROM regexp_split_to_table(
		replace(replace(replace(replace(translate(lower(regexp_replace(normalize(translate(name, '´', ''), NFKD), '[\u0300-\u036f\u200c\u200d]', '', 'g')), 'ɓƁɗƊƙƘƴƳłŁøØđĐðÐıħĦ''’‘ʼ`ʻ′‛ʹ.·', 'bbddkkyyllooddddihh'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
		'[[:space:]-]+') AS word
	WHERE word <> ''
$$;
--> statement-breakpoint
ALTER TABLE "patients"
	DROP COLUMN "name_key",
	DROP COLUMN "name_words",
	ADD COLUMN "name_key" text GENERATED ALWAYS AS (replace(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(translate(' ' || first_name || ' ' || last_name || ' ' || middle_name || coalesce(' ' || clinic_id, '') || CASE WHEN email_key = '' AND email <> '' THEN ' ' || email ELSE '' END, '´', ''), NFKD), '[\u0300-\u036f\u200c\u200d]', '', 'g')), 'ɓƁɗƊƙƘƴƳłŁøØđĐðÐıħĦ''’‘ʼ`ʻ′‛ʹ.·', 'bbddkkyyllooddddihh'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '-', '')) STORED NOT NULL,
	-- The parts of a name, and what its hyphens join.
	ADD COLUMN "name_words" tsvector GENERATED ALWAYS AS (array_to_tsvector(coalesce(comparable_words(
		first_name || ' ' || last_name || ' ' || middle_name || ' ' || replace(first_name || ' ' || last_name || ' ' || middle_name, '-', '')), '{}'))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "patients_search" ON "patients" USING gin ("name_key" gin_trgm_ops,"email_key" gin_trgm_ops,"phone_digits" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "patients_name_words" ON "patients" USING gin ("name_words") WITH (fastupdate = off);
