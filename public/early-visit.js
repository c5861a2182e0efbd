// A visit's own link asks for its visit at once; otherwise the call would wait for the app, which takes it over
// (src/api/own-visit.ts). The build writes this into the page of a visit, after early.js.
const [token] = /^[\w.-]{1,64}/.exec(location.hash.slice(1) || history.state?.visitToken || '') ?? []
// As src/features/own-visit/visit-token.ts does: it stays neither on the screen nor in the list of visited pages.
if (token) history.replaceState({ ...history.state, visitToken: token }, '', location.pathname)
// An offer's link, which begins with 'o.', has no visit.
if (token && !token.startsWith('o.')) {
  const clinic = document.querySelector('link[rel=preload][as=fetch]').href
  const answer = fetch(clinic.replace(/clinic$/, 'visit'), {
    headers: { Accept: 'application/json', Authorization: `Bearer visit:${token}` },
    signal: AbortSignal.timeout?.(10_000),
  })
  // Should it fail, the app asks again.
  answer.catch(() => {})
  window.earlyVisit = { token, answer }
}
