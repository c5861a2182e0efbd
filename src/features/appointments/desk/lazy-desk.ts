import { lazyModule, prefetch } from '../../../ui/lazy/lazy-module.ts'

/* Booking and moving need the server, so neither is kept on the device (scripts/build/precache-parts.ts). */
export const bookPanel = lazyModule(async () => (await import('./book-panel.tsx')).BookPanel)
export const moveDialog = lazyModule(async () => (await import('./move-dialog.tsx')).MoveDialog)

export const prefetchDesk = () => prefetch(bookPanel, moveDialog)
