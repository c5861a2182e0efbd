/* The colours of the overview's pictures. Only its page loads this; what a colour says stands beside it as a word or a number. */

/** Colours of a day's load, from 0, 30, 50, 65, 80 and 95 per cent on. Letters on each have 4.5:1. */
type Steps = readonly { fill: string; ink: string }[]
type Pictures = {
  steps: Steps
  bar: string
  soft: string
  other: string
  stripe: string
  bad: string
  grid: string
  today: string
}

export const lightPictures: Pictures = {
  steps: [
    { fill: '#EEF3F2', ink: '#51666B' },
    { fill: '#D3E8E6', ink: '#12262B' },
    { fill: '#A3D0CC', ink: '#12262B' },
    { fill: '#5FA9A4', ink: '#12262B' },
    { fill: '#1F7F7B', ink: '#FFFFFF' },
    { fill: '#07504F', ink: '#FFFFFF' },
  ],
  bar: '#1F7F7B',
  soft: '#5FA9A4',
  other: '#C98A1B',
  stripe: '#F3DFB5',
  bad: '#B3261E',
  grid: '#E4ECEB',
  today: '#12262B',
}

export const darkPictures: Pictures = {
  steps: [
    { fill: '#1C2B2F', ink: '#9DB2B4' },
    { fill: '#173A3C', ink: '#E6EFEF' },
    { fill: '#195254', ink: '#E6EFEF' },
    { fill: '#1E6E6D', ink: '#FFFFFF' },
    { fill: '#3BA9A4', ink: '#06282A' },
    { fill: '#7EE0DA', ink: '#06282A' },
  ],
  bar: '#3BA9A4',
  soft: '#1E7573',
  other: '#D9AC58',
  stripe: '#5C4A1F',
  bad: '#FF8A80',
  grid: '#26373A',
  today: '#FFFFFF',
}
