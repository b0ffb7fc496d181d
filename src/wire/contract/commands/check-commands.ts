import fc from 'fast-check'
import { findingsOf, type PropertySettings, runProperty } from '../rules/run-property.ts'
import { openBench } from '../world/bench.ts'
import { beginning } from '../world/open-world.ts'
import { countOutcome, emptySeen, type Findings, type OutcomeCounts, type Rule, ViolationError } from '../world/rule.ts'
import type { World } from '../world/world.ts'
import { commandsFor } from './command-rules.ts'
import { BrokenRuleError, emptyModel } from './service-command.ts'

const longest = 40

/** Checks a rule with commands on a service and a model, up to the first difference, which must be of this rule. */
export async function checkCommands(rule: Rule, world: World, settings: PropertySettings): Promise<Findings> {
  const { control, reach, other } = world.subject
  if (control === null || reach !== 'everything') return emptySeen('only a local service is given commands')
  if (other === null) return emptySeen('there is no key of a second workspace')
  const commands = commandsFor(rule.id, world)
  if (commands.length === 0) return emptySeen('the workspace has nothing to try it with')
  const again = settings.path === null ? null : readCommandPath(settings.path)
  const replay = again === null ? {} : { replayPath: again.replayPath }
  const constraints = { maxCommands: longest, size: 'max' as const, ...replay }
  const counts: OutcomeCounts = { seen: {}, outside: 0, odd: null }
  let done: string[] = []
  const result = await runProperty(
    fc.commands(commands, constraints),
    async (sequence) => {
      await control.restart(beginning)
      const model = emptyModel(beginning)
      const broken = await walk(() => fc.asyncModelRun(() => ({ model, real: openBench(world) }), sequence))
      if (broken === null || broken.rule !== rule.id) return countOutcome(counts, 'held')
      countOutcome(counts, 'broken')
      if (rule.level !== 'must') return
      done = model.done
      throw new ViolationError(broken.message, broken.request)
    },
    { ...settings, path: again?.path ?? null },
  )
  return findingsOf(result, counts, result.exhausted ? 'nothing could be drawn for it' : null, ({ value, path }) => ({
    path: writeCommandPath(path, String(value)),
    drawn: done,
  }))
}

/** The broken rule that ended a sequence, or null. @throws any other error */
async function walk(run: () => Promise<void>): Promise<BrokenRuleError | null> {
  try {
    await run()
    return null
  } catch (error) {
    if (error instanceof BrokenRuleError) return error
    throw error
  }
}

/** Reads the path of a counterexample of commands; null for any other. */
export function readCommandPath(commandPath: string): { path: string; replayPath: string } | null {
  const at = commandPath.indexOf('/')
  return at < 0 ? null : { path: commandPath.slice(0, at), replayPath: commandPath.slice(at + 1) }
}

/** Writes the path of a counterexample of commands; `shown` is how fast-check prints it. */
function writeCommandPath(path: string, replayText: string): string {
  const replay = /replayPath="([^"]*)"/.exec(replayText)
  return `${path}/${replay?.[1] ?? ''}`
}
