/**
 * Whether a text shows nothing: it is empty, or holds only white space and invisible characters, such as a zero-width
 * space, a soft hyphen, the byte order mark, a Braille blank, a Hangul filler or a code point that is no character.
 */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}\u2800]*$/u.test(text)
}
