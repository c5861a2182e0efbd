/*
 * MUI's date fields write their parts as `innerHTML`, for which the content policy requires trusted types
 * (docs/decisions/018-trusted-types.md). It is always text: '05', 'March', 'DD'. The policy admits text, and throws on
 * anything that could become an element or an entity, whoever writes it.
 */
const MARKUP = /[<&]/

window.trustedTypes?.createPolicy('default', { createHTML: (text) => (MARKUP.test(text) ? null : text) })
