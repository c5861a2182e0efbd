-- The same words, by a function whose body is parsed and planned once a session: as SQL it was so for each patient who was stored.
CREATE OR REPLACE FUNCTION "comparable_words"("name" text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN (SELECT array_agg(word ORDER BY word) FROM regexp_split_to_table(
		replace(replace(replace(replace(translate(lower(regexp_replace(normalize(translate(name, '´', ''), NFKD), '[\u0300-\u036f\u200c\u200d]', '', 'g')), 'ɓƁɗƊƙƘƴƳłŁøØđĐðÐıħĦ''’‘ʼ`ʻ′‛ʹ.·', 'bbddkkyyllooddddihh'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
		'[[:space:]-]+') AS word
	WHERE word <> '');
END $$;--> statement-breakpoint
-- An appointment that is made notes its own time: a table of new rows for one row cost as much as three indexes.
CREATE FUNCTION "overview_note_visit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO overview_changes VALUES (date_bin('15 minutes', NEW.starts_at, to_timestamp(0)));
	RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER "overview_inserted" ON "appointments";--> statement-breakpoint
CREATE TRIGGER "overview_inserted" AFTER INSERT ON "appointments" FOR EACH ROW EXECUTE FUNCTION "overview_note_visit"();
