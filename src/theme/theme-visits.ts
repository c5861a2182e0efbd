/*
 * The colours of a visit's states, of the calendar's surfaces and of its now-line. Only staff load this; always
 * with a sign and a word beside the colour.
 */

type Look = { ink: string; fill: string; line: string; edge: string }
type Looks = Record<
  'pending' | 'confirmed' | 'arrived' | 'in_chair' | 'done' | 'no_show' | 'outcome' | 'cancelled' | 'no_time',
  Look
>
type Surfaces = Record<'shut' | 'blocked' | 'hatch' | 'now' | 'on-now', string>

export const lightVisits: Looks = {
  pending: { ink: '#8A5A00', fill: '#FFFAEE', line: '#E6D09C', edge: '#C98A1B' },
  confirmed: { ink: '#17603A', fill: '#F2FAF5', line: '#B5DAC4', edge: '#17603A' },
  arrived: { ink: '#1D4F91', fill: '#E9F1FC', line: '#8FB3E2', edge: '#1D4F91' },
  in_chair: { ink: '#0B5F5F', fill: '#D6F0EE', line: '#0B6E6E', edge: '#0B6E6E' },
  done: { ink: '#51666B', fill: '#F3F7F6', line: '#D8E3E2', edge: '#7C9094' },
  no_show: { ink: '#8C1D18', fill: '#FDF3F2', line: '#E0AFAB', edge: '#8C1D18' },
  outcome: { ink: '#8A5A00', fill: '#FFFFFF', line: '#C98A1B', edge: '#C98A1B' },
  cancelled: { ink: '#55646A', fill: '#EAEFEF', line: '#D8E3E2', edge: '#7C9094' },
  // As who has arrived: both sit in the waiting room.
  no_time: { ink: '#1D4F91', fill: '#E9F1FC', line: '#8FB3E2', edge: '#1D4F91' },
}

export const darkVisits: Looks = {
  pending: { ink: '#F5C978', fill: '#2A2412', line: '#5C4A1F', edge: '#D9AC58' },
  confirmed: { ink: '#8FDDAE', fill: '#13271D', line: '#27523A', edge: '#8FDDAE' },
  arrived: { ink: '#9CC4FF', fill: '#142945', line: '#3A6299', edge: '#9CC4FF' },
  in_chair: { ink: '#7FE0DA', fill: '#113A3B', line: '#5CC8C2', edge: '#5CC8C2' },
  done: { ink: '#9DB2B4', fill: '#18262A', line: '#26373A', edge: '#64807F' },
  no_show: { ink: '#FFA79F', fill: '#2A1917', line: '#6A3531', edge: '#FFA79F' },
  outcome: { ink: '#F5C978', fill: '#152124', line: '#D9AC58', edge: '#D9AC58' },
  cancelled: { ink: '#A9B8BB', fill: '#233034', line: '#26373A', edge: '#64807F' },
  no_time: { ink: '#9CC4FF', fill: '#142945', line: '#3A6299', edge: '#9CC4FF' },
}

export const lightSurfaces: Surfaces = {
  shut: '#EDF2F1',
  blocked: '#F1F5F4',
  hatch: '#DCE5E4',
  now: '#B3261E',
  'on-now': '#FFFFFF',
}

export const darkSurfaces: Surfaces = {
  shut: '#101A1C',
  blocked: '#19272A',
  hatch: '#2A3B3F',
  now: '#FF8A80',
  'on-now': '#3A0A06',
}
