-- An entry names who did it for good, whatever becomes of the account: a reference would be an UPDATE.
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_staff_id_staff_id_fk";--> statement-breakpoint
CREATE FUNCTION audit_log_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $guard$
BEGIN
  -- Retention deletes, and says so in the same transaction: audit_log_retire below.
  IF TG_OP = 'DELETE' AND current_setting('enamel.audit_retention', true) = 'on'
     AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = TG_RELID) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'The audit trail is only added to, % is refused.', TG_OP USING ERRCODE = 'insufficient_privilege';
END $guard$;--> statement-breakpoint
CREATE TRIGGER audit_log_rows BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION audit_log_guard();--> statement-breakpoint
CREATE TRIGGER audit_log_whole BEFORE TRUNCATE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_log_guard();--> statement-breakpoint
-- Deletes a portion of the entries before an instant, which must be four weeks past, and adds an entry about it.
CREATE FUNCTION audit_log_retire(before timestamptz, portion integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $retire$
DECLARE
  deleted integer;
BEGIN
  IF before > now() - interval '28 days' THEN
    RAISE EXCEPTION 'Entries of the audit trail stay for four weeks at least.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM set_config('enamel.audit_retention', 'on', true);
  DELETE FROM public.audit_log WHERE id IN
    (SELECT id FROM public.audit_log WHERE at < before ORDER BY at LIMIT portion FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS deleted = ROW_COUNT;
  PERFORM set_config('enamel.audit_retention', '', true);
  IF deleted > 0 THEN
    INSERT INTO public.audit_log (action, subject_kind, subject_id, details)
    VALUES ('audit.retired', 'retention', 'audit',
            jsonb_build_object('by', 'retention', 'entries', deleted, 'before', before, 'role', session_user));
  END IF;
  RETURN deleted;
END $retire$;
