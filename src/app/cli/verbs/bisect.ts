import type { Ends } from '../../../compare/bisect/find-break.ts'
import { type BisectEvent, performBisection } from '../../../compare/bisect/perform-bisection.ts'
import { bisectExitCode } from '../../../compare/bisect/result.ts'
import { nameVersion } from '../../../compare/bisect/write-sentence.ts'
import { formatBisection, reportBisectProgress } from '../../../report/terminal/bisection.ts'
import { formatJson } from '../../../report/text/finish-text.ts'
import { createPaint } from '../../../report/text/paint.ts'
import type { Plan } from '../../../suite/plan/plan.ts'
import type { Client } from '../../../wire/client/client.ts'
import { choosePlans, tellLeftOut } from '../../project/choose-plans.ts'
import { readWhole } from '../../project/flag-values.ts'
import type { ShowPrivateFlag } from '../../project/open-concealer.ts'
import { frameOf, insistSound, openConfigured, openProject, openRun } from '../../project/open-run.ts'
import { colours, print } from '../../project/print.ts'
import { tellQuarantined } from '../../project/quarantine.ts'
import type { SettlingFlags } from '../../project/settings.ts'
import { listAgents } from '../../project/shown-blueprints.ts'
import { UsageError } from '../../project/usage-error.ts'

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
  const repeat = readWhole('--repeat', flags.repeat ?? '10', { most: 999 })
  const project = await openProject(paths, { ...flags, agentVersion: [String(ends.good)] })
  insistSound(project)
  const { settled, read } = project
  const plans = choosePlans(read, settled, flags).filter(({ conversation }) => conversation.skip === undefined)
  if (plans.length === 0) throw new UsageError('every conversation asked for is skipped', 'take its skip: out')
  tellQuarantined('bisect', plans, settled)
  const paint = createPaint(colours(flags.json === true ? 'json' : flags.reporter))
  const write = (text: string): void => void (flags.json === true || print(text))
  const what = plans.length === 1 ? `"${plans[0]?.conversation.name.value}"` : `${plans.length} conversations`
  return openRun(project, openConfigured(project), async ({ service, signal, interrupted, contextOf }) => {
    write(`bisecting ${what} from ${nameVersion(String(ends.good))} (good) to ${nameVersion(String(ends.bad))} (bad)\n`)
    const result = await performBisection(plans, {
      ...(await contextOf(service, { functions: false })),
      ...frameOf(plans, service),
      ...{ ...ends, repeat },
      published: ends.bad === 'draft' ? await publishedNumbers(service.client, signal) : new Map(),
      listen:
        flags.json === true ? (_: BisectEvent) => undefined : reportBisectProgress(write, plans.length > 1, paint),
    })
    print(flags.json === true ? `${formatJson(result)}\n` : `\n${formatBisection(result, paint)}\n`)
    tellLeftOut(read, settled, flags)
    return bisectExitCode(result, interrupted())
  })
}

/**
 * The published version number of each agent, where the blueprint listing shows it and the id of the agent is its name
 * (BLU-13); without it the search starts at the good end.
 */
async function publishedNumbers(client: Client, signal: AbortSignal): Promise<Map<Plan['agent']['value'], number>> {
  const listed = (await listAgents(client, signal)) ?? []
  return new Map(listed.map(({ agentId, version }) => [agentId, version.number]))
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
