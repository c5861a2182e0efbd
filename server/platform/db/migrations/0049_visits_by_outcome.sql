-- Other programs ask for those who are here, who came and who did not; the few of them would be looked for among all that are stored.
CREATE INDEX "appointments_by_visit" ON "appointments" USING btree ("visit","starts_at","id") INCLUDE ("location","waiting_since") WHERE visit IS NOT NULL;
