/** The markup of the early step, which the build sets (src/app/prerender.tsx). In the browser it is in the page, and this is empty. */
export const written = { __html: '' }
