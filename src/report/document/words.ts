/** A string is ours, `Said` is somebody else's, `Toned` has a meaning; only the door (`door.ts`) makes text of it. */
export type Words = string | Said | Toned | readonly Words[]

/** Text of others: the door cuts it, puts it on one line and takes out what is active in an output. */
export interface Said {
  said: string
  /** The most characters to show. @default 400 */
  most?: number
  /** Which end to keep of a text that is too long. @default 'first' */
  end?: 'first' | 'last'
  /** Its columns matter, as in an excerpt with a caret: its spaces stay. */
  spaces?: true
}

/** What a piece means: `mark` is what a reader should see first, `removed` and `added` are sides of a difference. */
export type Tone = 'good' | 'bad' | 'warn' | 'dim' | 'strong' | 'mark' | 'removed' | 'added'

export interface Toned {
  tone: Tone
  words: Words
}

/** What somebody else wrote, `most` characters of it. */
export function said(text: string, most?: number, end: Said['end'] = 'first'): Said {
  return { said: text, ...(most === undefined ? {} : { most }), end }
}

/** A whole line whose columns matter, `most` characters of it. */
export function verbatim(text: string, most = 4_000): Said {
  return { said: text, most, spaces: true }
}

export function toned(tone: Tone, words: Words): Toned {
  return { tone, words }
}

export function joinWords(parts: readonly Words[], separator: string): Words {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
}
