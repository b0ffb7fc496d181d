/** Why our own code failed on something that somebody else wrote or sent, in one line. */
export function describeBreakdown(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error))
  const told = message.split('\n', 1)[0] ?? ''
  if (error instanceof RangeError)
    return `it is too large, too deep or refers to itself without end (${told}), which is more than can be judged`
  return `a defect in Tableread keeps it from being judged: ${told}; please report it`
}
