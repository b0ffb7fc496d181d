/**
 * Whether a text shows nothing: it is empty, or all of it is white space and characters that draw nothing, such as a
 * zero-width space, a soft hyphen, the byte order mark, a blank of Braille, a filler of Hangul or what is no character at all.
 */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}\u2800]*$/u.test(text)
}
