/** A page as the build writes it down. */
export type Prerendered = {
  title: string
  /** The markup inside #root. */
  html: string
  /** The ground rules that every page needs: the theme's variables and plain elements. */
  baseCss: string
  /** The rules of the components in the markup. */
  css: string
  /** What Emotion looks for in that block to know which rules are there already. */
  emotionIds: string
}
