import { lazyModule } from '../../../ui/lazy.tsx'

/* A record is read without a connection too; what searches and changes needs one, and is kept on no device. */
export const patientSearch = lazyModule(async () => (await import('./patient-search.tsx')).PatientSearch)
export const newPatient = lazyModule(async () => (await import('./new-patient.tsx')).NewPatient)
export const correctForm = lazyModule(async () => (await import('./correct-form.tsx')).CorrectForm)
export const noteForm = lazyModule(async () => (await import('./note-form.tsx')).NoteForm)
export const compareDialog = lazyModule(async () => (await import('./compare-dialog.tsx')).CompareDialog)
export const partDialog = lazyModule(async () => (await import('./part-dialog.tsx')).PartDialog)
