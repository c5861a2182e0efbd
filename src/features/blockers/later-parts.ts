import { lazyPart, prepare } from '../../ui/lazy-part.ts'

/* What opens over the list, with the pickers that it needs: blockers are read without it. */
export const blockerPart = lazyPart(async () => (await import('./blocker-dialog.tsx')).BlockerDialog)
export const deletePart = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)
export const holidaysPart = lazyPart(async () => (await import('./holidays-dialog.tsx')).HolidaysDialog)

/** For who comes near what opens them. */
export const prepareLaterParts = () => prepare(blockerPart, deletePart, holidaysPart)
