/* Each bar is light, dark or colored in either mode (specification, section 2: 'Settings panel'). Only staff load this. */

export type BarColours = {
  fill: string
  /** 4.5:1 on the surface and on hover, and 3:1 as the focus ring. */
  ink: string
  /** Contrast of 4.5:1 too, so that a placeholder is readable. */
  soft: string
  /** Decoration only. */
  line: string
  /** Border of the search field: 3:1. */
  control: string
  /** Colour inside the search field too. */
  hover: string
  current: string
  currentFill: string
  badge: string
  badgeFill: string
}

type Bars = Record<'light' | 'dark' | 'colored', BarColours>

export const lightBars: Bars = {
  light: {
    fill: '#FFFFFF',
    ink: '#12262B',
    soft: '#51666B',
    line: '#D8E3E2',
    control: '#7C9094',
    hover: '#F0F5F4',
    current: '#0B6E6E',
    currentFill: '#E3F1F0',
    badge: '#FFFFFF',
    badgeFill: '#B3261E',
  },
  dark: {
    fill: '#12262B',
    ink: '#E6EFEF',
    soft: '#A3B7B9',
    line: '#28424A',
    control: '#6C878C',
    hover: '#1B343A',
    current: '#7FD9D4',
    currentFill: '#1C3B42',
    badge: '#3A0A06',
    badgeFill: '#FF8A80',
  },
  colored: {
    fill: '#0B6E6E',
    ink: '#FFFFFF',
    soft: '#D6ECEA',
    line: '#2B8282',
    control: '#9ACBC9',
    hover: '#0A6262',
    current: '#FFFFFF',
    currentFill: '#085454',
    badge: '#4A2B00',
    badgeFill: '#FFD58A',
  },
}

export const darkBars: Bars = {
  // The lightest of the dark surfaces: a white bar over a dark page would blind.
  light: {
    fill: '#22343A',
    ink: '#EEF5F5',
    soft: '#B3C5C7',
    line: '#344A51',
    control: '#7D979B',
    hover: '#2B4047',
    current: '#8ADBD6',
    currentFill: '#2A444A',
    badge: '#3A0A06',
    badgeFill: '#FF8A80',
  },
  dark: {
    fill: '#0A1012',
    ink: '#E6EFEF',
    soft: '#9DB2B4',
    line: '#22323A',
    control: '#64807F',
    hover: '#152124',
    current: '#5CC8C2',
    currentFill: '#132A2C',
    badge: '#3A0A06',
    badgeFill: '#FF8A80',
  },
  colored: {
    fill: '#0A4A4B',
    ink: '#F2FAFA',
    soft: '#B8DAD8',
    line: '#1F6263',
    control: '#6FAAA8',
    hover: '#0C5657',
    current: '#FFFFFF',
    currentFill: '#126465',
    badge: '#4A2B00',
    badgeFill: '#FFD58A',
  },
}
