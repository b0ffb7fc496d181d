/** Where something stood in a file of a peer: counts from 1. */
export interface Origin {
  file: string
  line: number
  column: number
}

/** A place of a file as messages show it. */
export function showOrigin({ file, line, column }: Origin): string {
  return `${file}:${line}:${column}`
}
