import { lazyModule } from '../../../ui/lazy.tsx'

/** MUI's calendar, by far the largest part: fetched while step 2 is being filled in. */
export const monthCalendar = lazyModule(async () => {
  const { MonthCalendar, preparePickers } = await import('./month-calendar.tsx')
  await preparePickers()
  return { MonthCalendar }
})
