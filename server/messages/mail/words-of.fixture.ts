/** The text of a mail's HTML as shown on screen, in one line. */
export const wordsOf = (html: string) =>
  html
    .replace(/<head>.*<\/head>|<!--.*?-->|<[^>]*>/gs, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
