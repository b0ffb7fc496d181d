import { writeSync } from 'node:fs'
import { firstLine } from '../../../base/text/wording.ts'
import type { Problem } from '../../../suite/yaml/problem.ts'
import { setExitCode, unsettleExit } from '../../edge/exit-code.ts'
import type { EndedVerb } from '../../reports/write-no-result.ts'

/** Sets a verb's exit code: a user's mistake is 2, all else our defect. One that has not ended is never a success. */
export async function finish(verb: Promise<number>, ended?: EndedVerb): Promise<void> {
  let dry = (): void => undefined
  const ranDry = new Promise<never>((_, reject) => {
    let times = 0
    dry = () => {
      times += 1
      if (times < 10)
        // Let others that see the loop run dry, such as the module loader, report the reason first.
        setImmediate(() => undefined)
      else reject(new Error('nothing was left to wait for before the command was done'))
    }
  })
  unsettleExit()
  process.on('beforeExit', dry)
  process.once('exit', leaveUnfinished)
  try {
    setExitCode(await Promise.race([verb, ranDry]))
  } catch (error) {
    setExitCode(2)
    const write = async (exitCode: number, message: string, problems: readonly Problem[] = []): Promise<void> => {
      if (ended === undefined) return
      const { writeNoResult } = await import('../../reports/write-no-result.ts')
      await writeNoResult(ended, { exitCode, message, problems })
    }
    const { UsageError } = await import('../../edge/usage-error.ts')
    const { complain } = await import('../../edge/print.ts')
    if (error instanceof UsageError) {
      setExitCode(error.exitCode)
      complain(`${error.message}\n`)
      if (error.problems.length > 0)
        await (await import('../../reports/write-reports.ts')).annotateBroken(error.problems)
      await write(error.exitCode, error.message, error.problems)
    } else {
      setExitCode(70)
      const stack = (error as Error).stack ?? String(error)
      complain(`this is a defect in Tableread, not in your suite; please report it:\n${stack}\n`)
      await write(70, `this is a defect in Tableread, not in your suite: ${firstLine(stack)}`)
    }
  } finally {
    process.off('beforeExit', dry)
    process.off('exit', leaveUnfinished)
  }
}

/** A module of the project may have exited early; other causes have set an exit code that says why. */
function leaveUnfinished(): void {
  if (process.exitCode !== undefined && process.exitCode !== 0) return
  writeSync(
    2,
    'the process was ended (process.exit) before the command was done\n   hint: look for it in the modules that the config and the workspace import\n',
  )
  process.exitCode = 2
}
