/** A page as the build writes it down. */
export type Prerendered = {
  title: string
  /** The markup inside #root. */
  html: string
  /** Every rule that the markup needs, for one style block. */
  css: string
  /** What Emotion looks for in that block to know which rules are there already. */
  emotionIds: string
}
