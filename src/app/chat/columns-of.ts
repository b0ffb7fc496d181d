/** How many columns a text takes in a terminal: two for wide letters and emoji, none for marks that join others. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) {
    if (/\p{Mn}|\p{Me}|\p{Cf}|\ufe0f/u.test(character)) continue
    columns += wide.test(character) ? 2 : 1
  }
  return columns
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u
