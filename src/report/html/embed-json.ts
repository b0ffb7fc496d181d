/**
 * JSON text that may stand inside a script element: nothing in it can end the element or begin a comment, and characters
 * that change how the source looks (controls, bidirectional marks, those without width) are escaped. It parses to the same value.
 */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
