import { lazyModule } from '../lazy.tsx'

/* A page loads without MUI's pickers, and works without them where there is no connection. They wait for its language. */
export const momentField = lazyModule(async () => {
  const [{ MomentField }, { preparePickers }] = await Promise.all([
    import('./moment-field.tsx'),
    import('./picker-language.ts'),
  ])
  await preparePickers()
  return MomentField
})

export const dayCalendar = lazyModule(async () => {
  const [{ DayCalendar }, { preparePickers }] = await Promise.all([
    import('./day-calendar.tsx'),
    import('./picker-language.ts'),
  ])
  await preparePickers()
  return DayCalendar
})
