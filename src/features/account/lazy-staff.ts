import { lazyModule } from '../../ui/lazy.tsx'

/* Only the server invites and changes accounts, so these are kept on no device. */
export const inviteDialog = lazyModule(async () => (await import('./invite-dialog.tsx')).InviteDialog)
export const changeStaffDialog = lazyModule(
  async () => (await import('./change-staff-dialog.tsx')).ChangeStaffDialog,
)
export const accessDialog = lazyModule(async () => (await import('./access-dialog.tsx')).AccessDialog)
