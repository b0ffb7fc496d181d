import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isWithin, NotReadable, readBytes, readText } from '../../base/files/files.ts'
import { hasMembers, insistKind } from '../../base/json/insist-kind.ts'
import type { OpenIncluded } from '../language/script/include-files.ts'
import { type ParsedScript, readScript } from '../language/script/parse.ts'
import { isVersion } from '../language/version-word.ts'
import { type Plan, type PlanDefaults, planScript } from '../plan/plan.ts'
import { formatProblem } from '../yaml/format-problem.ts'
import type { MapNode, YamlNode } from '../yaml/node.ts'
import type { Problem } from '../yaml/problem.ts'
import type { Reading } from '../yaml/shape.ts'
import { nodeFromDraft } from './node-from-code.ts'
import type { CodeSuite } from './suite.ts'
import type { ConversationDraft } from './written.ts'

/** A suite in code that cannot run; the message shows every problem at its line. */
export class BrokenSuite extends Error {
  override readonly name = 'BrokenSuite'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map((problem) => formatProblem(problem, textOf(problem.file))).join('\n\n'))
    this.problems = problems
  }
}

/**
 * The plans of a suite in code, ready for `performConversation` and `performRun`. Given versions override
 * those of the suite; the default time limit of a turn is 30 s.
 * @throws BrokenSuite with every problem
 */
export function planSuite(suite: CodeSuite, defaults: Partial<PlanDefaults> = {}): Plan[] {
  const read = readSuite(suite)
  if (!read.ok) throw new BrokenSuite(read.problems)
  const { versions = ['default'], versionsGiven = defaults.versions !== undefined } = defaults
  const odd = versions.filter((version) => !isVersion(version))
  if (odd.length > 0) throw new BrokenSuite(odd.map((version) => noVersion(version, suite.site)))
  const { timeLimitMs = 30_000, stopAfterFailure = true } = defaults
  const plans = planScript(read.script, {
    environment: process.env,
    ...defaults,
    versions,
    versionsGiven,
    timeLimitMs,
    stopAfterFailure,
  })
  return plans.map((plan) => ({ ...plan, id: `${plan.id} ${plan.conversation.name.value}` })) // loops share a line
}

function noVersion(version: string, { file, at }: CodeSuite['site']): Problem {
  const hint = 'versions are default, draft or a number'
  return { code: 'unknown-version', file, at, message: `planSuite: "${version}" is no version`, hint }
}

const textOf = (file: string): string | undefined => (existsSync(file) ? readBytes(file).toString('utf8') : undefined)

/** Script and problems are those of suite files; places are those of the calls in the file that calls `suite`. */
export function readSuite(suite: CodeSuite): ParsedScript {
  insistKind(hasMembers(suite, 'site', 'conversations'), 'planSuite and readSuite take what suite() gives', suite)
  const { file, at } = suite.site
  const reading: Reading = { file, problems: [] }
  const root = nodeFromDraft(suite, at, reading)
  const items = suite.conversations.map((draft) => conversationNode(draft, root, reading))
  return readScript(withList(root, 'conversations', items), reading, (path, most) => openFrom(file, path, most))
}

/** Opens a file beside the one that calls `suite`, within the folder of that or the current one. */
function openFrom(suite: string, path: string, most?: number): ReturnType<OpenIncluded> {
  const beside = dirname(resolve(suite))
  const whole = resolve(beside, path)
  if (![beside, process.cwd()].some((folder) => isWithin(whole, folder)))
    return { reason: 'it is outside of the project' }
  try {
    return { file: join(dirname(suite), path).split('\\').join('/'), content: readText(whole, most) }
  } catch (error) {
    return error instanceof NotReadable ? { reason: error.message } : null
  }
}

function conversationNode(draft: ConversationDraft, { at }: MapNode, reading: Reading): MapNode {
  const node = nodeFromDraft(draft, at, reading)
  const turns = draft.turns.map((turn) => nodeFromDraft(turn, node.at, reading))
  if (turns.length === 0 && node.entries.some(({ key }) => key === 'simulated user')) return node
  return withList(node, 'turns', turns)
}

function withList({ at, entries }: MapNode, key: string, items: YamlNode[]): MapNode {
  return { kind: 'map', entries: [...entries, { key, keyAt: at, value: { kind: 'list', items, at } }], at }
}
