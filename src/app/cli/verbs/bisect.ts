import { bisectExitCode } from '../../../compare/bisect/bisect-exit-code.ts'
import type { Ends } from '../../../compare/bisect/find-break.ts'
import { type BisectEvent, performBisection } from '../../../compare/bisect/perform-bisection.ts'
import { nameVersion } from '../../../compare/bisect/write-sentence.ts'
import { reportBisectProgress } from '../../../report/terminal/bisect-progress.ts'
import { formatBisection } from '../../../report/terminal/format-bisection.ts'
import { formatJson } from '../../../report/text/finish-text.ts'
import { createPaint } from '../../../report/text/paint.ts'
import { shareClock } from '../../../suite/plan/moves-clock.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { Client } from '../../../wire/client/client.ts'
import { choosePlans } from '../../project/choose-plans.ts'
import { tellLeftOut } from '../../project/count-left-out.ts'
import { findSuites } from '../../project/find-suites.ts'
import { interruptible } from '../../project/interrupt.ts'
import { openConcealer, type ShowPrivateFlag } from '../../project/open-concealer.ts'
import { tablereadVersion } from '../../project/package-version.ts'
import { complain, print } from '../../project/print.ts'
import { readSuites } from '../../project/read-suites.ts'
import { type SettlingFlags, settle } from '../../project/settings.ts'
import { openTarget } from '../../project/target.ts'
import { brokenFiles, UsageError } from '../../project/usage-error.ts'

/** The flags of `tableread bisect`. */
export interface BisectFlags extends Omit<SettlingFlags, 'agentVersion' | 'keepGoing' | 'history'>, ShowPrivateFlag {
  good: string
  bad: string
  repeat?: string
  name?: string
  tags?: string[]
  reporter?: 'default' | 'plain'
  json?: boolean
}

/**
 * `tableread bisect`: finds the first version that breaks each conversation asked for (exit codes: see `bisectExitCode`).
 * @throws UsageError when the ends are none, the suite is broken, or nothing matches
 */
export async function bisect(paths: readonly string[], flags: BisectFlags): Promise<number> {
  const ends = readEnds(flags)
  const repeat = readRepeat(flags.repeat ?? '10')
  const settled = await settle(paths, { ...flags, agentVersion: [String(ends.good)] }, process.env)
  const read = readSuites(findSuites(settled.suites, settled.folder), settled.folder)
  if (read.problems.length > 0) throw brokenFiles(read.problems, (file) => read.texts.get(file))
  const plans = choosePlans(read, settled, flags).filter(({ conversation }) => conversation.skip === undefined)
  if (plans.length === 0) throw new UsageError('every conversation asked for is skipped', 'take its skip: out')
  const paint = createPaint(coloured(flags))
  const write = (text: string): void => void (flags.json === true || print(text))
  const conceal = openConcealer(settled, flags)
  const target = await openTarget(settled)
  const interrupt = interruptible()
  const what = plans.length === 1 ? `"${plans[0]?.conversation.name.value}"` : `${plans.length} conversations`
  write(`bisecting ${what} from ${nameVersion(String(ends.good))} (good) to ${nameVersion(String(ends.bad))} (bad)\n`)
  try {
    const result = await performBisection(plans, {
      ...{ ...ends, repeat, client: target.client, target: target.name, tableread: tablereadVersion() },
      concurrency: shareClock(plans, target.client) ? 1 : target.lanes,
      reconcile: settled.reconcile,
      published: ends.bad === 'draft' ? await publishedNumbers(target.client, interrupt.signal) : new Map(),
      listen:
        flags.json === true ? (_: BisectEvent) => undefined : reportBisectProgress(write, plans.length > 1, paint),
      signal: interrupt.signal,
      conceal,
    })
    print(flags.json === true ? `${formatJson(result)}\n` : `\n${formatBisection(result, paint)}\n`)
    tellLeftOut(read, settled, flags)
    for (const note of target.paceNotes()) complain(`${note}\n`)
    return bisectExitCode(result, interrupt.signal.aborted ? interrupt.signal.reason : null)
  } finally {
    interrupt.release()
    await target.close()
  }
}

/** The default's number by agent, where the blueprint listing shows it and an agent's id is its name (BLU-13); without it the search begins at the good end. */
async function publishedNumbers(client: Client, signal: AbortSignal): Promise<Map<Plan['agent']['value'], number>> {
  const answer = await client.listBlueprints({ timeLimitMs: 5_000, signal })
  return new Map(answer.ok ? answer.data.agents.map(({ agentId, version }) => [agentId, version.number]) : [])
}

function readEnds({ good, bad }: BisectFlags): Ends {
  if (!isNumber(good))
    throw new UsageError(`--good ${good} is not a version number`, 'name a version that passes, such as 3')
  if (bad !== 'draft' && !isNumber(bad))
    throw new UsageError(
      `--bad ${bad} is not a version number or draft`,
      bad === 'default' ? 'write the number that is published' : 'name a version that fails',
    )
  if (bad !== 'draft' && Number(bad) <= Number(good))
    throw new UsageError(
      `no version lies between ${good} and ${bad}`,
      '--bad must be above --good: a version that broke',
    )
  return { good: Number(good), bad: bad === 'draft' ? 'draft' : Number(bad) }
}

function isNumber(text: string): boolean {
  return /^(0|[1-9]\d{0,5})$/.test(text)
}

function readRepeat(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new UsageError(`--repeat ${text} is not a whole number from 1 to 999`)
}

function coloured({ reporter, json }: BisectFlags): boolean {
  if (json === true || reporter === 'plain' || process.env.NO_COLOR !== undefined) return false
  return process.stdout.isTTY === true || process.env.FORCE_COLOR !== undefined
}
