import { lazyModule } from '../../../ui/lazy.tsx'

/* What stands beside the day and is of no use without the server, so that it is not kept on a device. */
export const todoChip = lazyModule(async () => (await import('../beside/todo/todo-chip.tsx')).TodoChip)
export const lateMenu = lazyModule(async () => (await import('../beside/late/late-menu.tsx')).LateMenu)
