import { readSync } from 'node:fs'

/** A whole line of a file and where it stands; `bytes` are without the end of the line. */
export interface FileLine {
  at: number
  bytes: Buffer
}

const chunkBytes = 1 << 18

/** A file whose first line is longer is no journal, and is not read to its end. */
const longestFirst = 1 << 22

/** The lines of an open file, one after the other; what follows the last end of a line is no line, and left out. */
export function* readLines(file: number): Generator<FileLine> {
  let [rest, at]: [Buffer, number] = [Buffer.alloc(0), 0]
  for (;;) {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    const length = readSync(file, chunk, 0, chunkBytes, at + rest.length)
    if (length === 0) return
    const searched = rest.length
    rest = rest.length === 0 ? chunk.subarray(0, length) : Buffer.concat([rest, chunk.subarray(0, length)])
    let from = 0
    for (let end = rest.indexOf(0x0a, searched); end !== -1; end = rest.indexOf(0x0a, from)) {
      yield { at: at + from, bytes: rest.subarray(from, end) }
      from = end + 1
    }
    rest = rest.subarray(from)
    at += from
    if (at === 0 && rest.length > longestFirst) return
  }
}
