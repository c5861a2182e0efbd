-- Whoever types 'Adebayo' finds Adébáyọ̀, however a keyboard has put the accents there.
ALTER TABLE "patients" drop column "name_key";--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "name_key" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize(' ' || first_name || ' ' || last_name, NFKD), '[\u0300-\u036f]', '', 'g')), '’ʼ`ɓƁɗƊƙƘƴƳ', '''''''bbddkkyy')) STORED NOT NULL;--> statement-breakpoint
-- It went with the column.
CREATE INDEX "patients_search" ON "patients" USING gin ("name_key" gin_trgm_ops,"email_key" gin_trgm_ops,"phone_digits" gin_trgm_ops);
