// Control characters, line and paragraph separators, and the marks that turn the reading direction of what follows.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/**
 * A text as one line that reads as it was typed: line breaks, control characters and direction overrides become
 * spaces. The wire refuses them already (contract/fields.ts); names that came another way must not shape a mail.
 */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim()
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text for HTML content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
