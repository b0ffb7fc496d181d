/** How texts are compared: Unicode NFC and line ends always alike; case and white space when the script says so. */
export interface Folding {
  ignoreCase: boolean
  ignoreSpaces: boolean
  /**
   * Whether what is held here must not be: under `not`, `none` and `never`. There a member that is missing is something else
   * than any value, so that a call without `approved` is one whose `approved` is not true, and is forbidden with those.
   */
  turned: boolean
}

/** Compare texts as they are, apart from Unicode form and line ends. */
export const exactly: Folding = { ignoreCase: false, ignoreSpaces: false, turned: false }

/** The same for what must not be. */
export function turn(folding: Folding): Folding {
  return { ...folding, turned: !folding.turned }
}

/** The folding that a script asks for. */
export function foldingOf({ ignoreCase, ignoreSpaces }: Omit<Folding, 'turned'>, { turned }: Folding): Folding {
  return { ignoreCase, ignoreSpaces, turned }
}

/** A text in the form in which it is compared. Upper case after lower makes one of `ß` and `SS`, and of both forms of a sigma. */
export function foldText(text: string, { ignoreCase, ignoreSpaces }: Folding): string {
  let folded = text.normalize('NFC')
  if (folded.includes('\r')) folded = folded.replace(/\r\n?/g, '\n')
  if (ignoreSpaces) folded = folded.replace(/\s+/g, ' ').trim()
  return ignoreCase ? folded.toLowerCase().toUpperCase() : folded
}
