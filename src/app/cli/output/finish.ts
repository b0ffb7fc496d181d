/**
 * The outer edge of every verb: sets its exit code. A user's mistake prints its message without a stack and exits with
 * 2; anything else is a defect of Tableread, and the output says so.
 */
export async function finish(verb: Promise<number>): Promise<void> {
  try {
    process.exitCode = await verb
  } catch (error) {
    process.exitCode = 2
    const { UsageError } = await import('../../project/usage-error.ts')
    const { complain } = await import('../../project/print.ts')
    if (error instanceof UsageError) complain(`${error.message}\n`)
    else {
      process.exitCode = 70
      const stack = (error as Error).stack ?? String(error)
      complain(`this is a defect in Tableread, not in your suite; please report it:\n${stack}\n`)
    }
  }
}
