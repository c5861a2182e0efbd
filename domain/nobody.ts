/**
 * The single record of all erased appointments, so that two appointments of one person cannot be linked. Created when
 * first needed.
 */
export const ERASED_PATIENT_ID = '00000000-0000-4000-8000-000000000000'
