/*
 * MUI's date fields write what their parts show as `innerHTML`, which the content policy takes from trusted types only
 * (docs/decisions/018-trusted-types.md). It is always text: '05', 'March', 'DD'. So text is let through, for them and
 * for whoever else would write HTML, and whatever could become an element or an entity is refused with an exception.
 */
const MARKUP = /[<&]/

window.trustedTypes?.createPolicy('default', { createHTML: (text) => (MARKUP.test(text) ? null : text) })
