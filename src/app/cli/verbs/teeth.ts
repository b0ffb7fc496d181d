import { performTeeth } from '../../../compare/mutation/perform-teeth.ts'
import { knownFunctions } from '../../../engine/verdict/known-functions.ts'
import { formatTeeth } from '../../../report/teeth/format-teeth.ts'
import { formatTeethMarkdown } from '../../../report/teeth/format-teeth-markdown.ts'
import { formatJson } from '../../../report/text/finish-text.ts'
import { createPaint } from '../../../report/text/paint.ts'
import { shareClock } from '../../../suite/plan/moves-clock.ts'
import { choosePlans, readPlans } from '../../project/choose-plans.ts'
import { tellLeftOut } from '../../project/count-left-out.ts'
import { findSuites } from '../../project/find-suites.ts'
import { interruptible } from '../../project/interrupt.ts'
import { openConcealer, type ShowPrivateFlag } from '../../project/open-concealer.ts'
import { tablereadVersion } from '../../project/package-version.ts'
import { complain, print, printJson, warn } from '../../project/print.ts'
import { readSuites } from '../../project/read-suites.ts'
import { type SettlingFlags, settle } from '../../project/settings.ts'
import { openSinks } from '../../project/sinks.ts'
import { openTapes } from '../../project/tapes/tapes.ts'
import { openTarget } from '../../project/target.ts'
import { brokenFiles, UsageError } from '../../project/usage-error.ts'
import { writeGiven } from '../../project/write-given.ts'
import { readAccepted } from './read-accepted.ts'
import { readKinds } from './read-kinds.ts'
import { teethExitCode } from './teeth-exit-code.ts'

/** The flags of `tableread teeth`. */
export interface TeethFlags extends Omit<SettlingFlags, 'keepGoing' | 'history'>, ShowPrivateFlag {
  name?: string
  tags?: string[]
  kinds?: string[]
  minScore?: string
  accept?: string
  limit?: string
  reporter?: 'default' | 'plain'
  json?: boolean | string
  markdown?: string
  tape?: 'replay'
  offline?: boolean
}

/**
 * `tableread teeth`: measures how well suites notice an agent that gets worse (exit codes: see `teethExitCode`).
 * @throws UsageError when there is nothing to run, a suite is broken, or the flags make no sense
 */
export async function teeth(paths: readonly string[], flags: TeethFlags): Promise<number> {
  const settled = await settle(paths, flags, process.env)
  const kinds = readKinds(flags.kinds)
  const minScore = readShare(flags.minScore)
  const limit = readLimit(flags.limit ?? '10')
  const read = readSuites(findSuites(settled.suites, settled.folder), settled.folder)
  if (read.problems.length > 0) throw brokenFiles(read.problems, (file) => read.texts.get(file))
  const chosen = choosePlans(read, settled, flags)
  const accepted = readAccepted(flags.accept ?? settled.teeth, readPlans(read, settled))
  const tapes = flags.tape === undefined ? null : await openTapes(chosen, settled, 'replay', flags.offline)
  const plans = tapes?.plans ?? chosen
  const target = tapes?.target ?? (await openTarget(settled))
  const interrupt = interruptible()
  try {
    const result = await performTeeth(plans, {
      client: target.client,
      target: target.name,
      tableread: tablereadVersion(),
      concurrency: shareClock(plans, target.client) ? 1 : target.lanes,
      reconcile: settled.reconcile,
      functions: tapes === null ? await knownFunctions(target.client, warn, interrupt.signal) : new Map(),
      seed: settled.seed,
      kinds,
      accepted,
      signal: interrupt.signal,
      conceal: openConcealer(settled, flags),
      ...tapes?.settings,
    })
    const { json, markdown } = flags
    const sinks = openSinks()
    if (typeof json === 'string') await sinks.fill(() => writeGiven(json, `${formatJson(result)}\n`))
    if (markdown !== undefined) await sinks.fill(() => write(markdown, formatTeethMarkdown(result, limit)))
    if (flags.json === true) printJson(result)
    else if (flags.markdown !== '-') print(`${formatTeeth(result, createPaint(coloured(flags)), limit)}\n`)
    tellLeftOut(read, settled, flags)
    for (const note of target.paceNotes()) complain(`${note}\n`)
    return sinks.exitCode(teethExitCode(result, minScore, interrupt.signal.aborted ? interrupt.signal.reason : null))
  } finally {
    interrupt.release()
    await target.close()
  }
}

function write(file: string, text: string): void {
  if (file === '-') print(text)
  else writeGiven(file, text)
}

function readShare(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^(?:100|\d{1,2}(?:\.\d+)?)\s*%?$/.test(text)) return Number.parseFloat(text) / 100
  throw new UsageError(`--min-score ${text} is not a percentage from 0 to 100`, 'write --min-score 95')
}

function readLimit(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new UsageError(`--limit ${text} is not a whole number`)
}

function coloured({ reporter }: TeethFlags): boolean {
  if (reporter === 'plain' || process.env.NO_COLOR !== undefined) return false
  return process.stdout.isTTY === true || process.env.FORCE_COLOR !== undefined
}
