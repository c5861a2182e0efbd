/** A page as the build writes it down. */
export type Prerendered = {
  title: string
  /** The markup inside #root. */
  html: string
  /** The ground rules that every page needs: the theme's variables and plain elements. */
  baseCss: string
  /** The rules of the components in the markup. */
  css: string
  /** What is there without JavaScript, after #root. */
  withoutScript: string
  /** What comes after #root, in every page. */
  afterRoot: string
  /** The rules of these two. */
  afterRootCss: string
  /** The same in the other languages, by ISO code; their rules are these. */
  languages: Record<string, { title: string; html: string; withoutScript: string }>
  /** What Emotion looks for in that block to know which rules are there already. */
  emotionIds: string
}

/** What is shown until the app is there, beside the root. */
export type PrerenderedStart = {
  html: string
  css: string
  /** The addresses of the staff pages, where it is their frame. */
  staffPaths: readonly string[]
}

/** The page of a visit until its script is there. */
export type PrerenderedVisit = Pick<Prerendered, 'title' | 'html' | 'css'>
