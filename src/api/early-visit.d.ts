interface Window {
  /** The call for the visit whose link was opened, made before the app was there (public/early-visit.js). */
  earlyVisit?: { token: string; answer: Promise<Response> }
}
