/**
 * What the command line takes for a conversation, from its id in a run or comparison: `file:line`, with the column where
 * several begin on the line and `#row` for a row of parameters.
 */
export function addressOf({ id, file }: { id: string; file: string }): string {
  const place = id.startsWith(`${file}:`) ? /^:\d+(?::\d+)?(?:#\d+)?/.exec(id.slice(file.length))?.[0] : undefined
  return place === undefined ? id : `${file}${place}`
}
