import '@mui/material/styles'

/** Text and surface of a badge; at least 4.5:1. */
type Tint = { ink: string; fill: string }

/** Apart from the values, which the build reads too, without MUI. */
type CustomPalette = {
  /** Border of inputs and outlined buttons: 3:1 on the card, which the fainter `divider` is not. */
  controlLine: string
  /** Status badges; always with a word beside the colour. */
  status: { open: Tint; closed: Tint; cancelled: Tint }
  /** Location badges by location code; `other` for a location without a colour of its own. */
  place: { lag: Tint; fct: Tint; phc: Tint; other: Tint }
}

declare module '@mui/material/styles' {
  interface Palette extends CustomPalette {}
  interface PaletteOptions extends Partial<CustomPalette> {}
}
