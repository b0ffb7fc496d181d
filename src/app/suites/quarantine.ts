import { compilePattern } from '../../base/patterns/linear-pattern.ts'
import { suggest } from '../../base/text/suggest.ts'
import { listSome } from '../../base/text/wording.ts'
import { day } from '../../suite/language/matchers/date.ts'
import type { Conversation } from '../../suite/language/script/conversation.ts'
import type { Script } from '../../suite/language/script/script.ts'
import { isStillExpected, type Plan } from '../../suite/plan/plan.ts'
import { list } from '../../suite/yaml/collections.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { text, withPlace } from '../../suite/yaml/scalar.ts'
import type { ReadOf } from '../../suite/yaml/shape.ts'
import type { RunSettled } from '../config/settings.ts'
import { warn } from '../edge/print.ts'
import { showPath } from '../files/find-suites.ts'
import { type GivenYaml, readGivenYaml } from '../files/given-yaml.ts'

const entry = record('a quarantined conversation', {
  suite: required(text, 'The name of the suite.'),
  conversation: required(withPlace(text), 'The name of the conversation.'),
  reason: required(text, 'Why it is not trusted for now.'),
  until: optional(day, 'A date (YYYY-MM-DD) from which failing counts again.'),
})

export const quarantineShape = list('conversations', entry)

/**
 * Marks the plans that a quarantine file names as expected to fail: they run and are reported, but do not
 * fail the run before the date given. An entry for a conversation covers all its seeds, one for `name ~7`
 * only that seed. A mark in the script itself takes precedence. `all` are the conversations that were read;
 * if they are `partial`, because paths selected some of the suites, an entry may name a suite that is not
 * among them.
 * @throws UsageError for a file that is missing or broken, or that names a conversation which does not exist
 */
export function quarantine(
  plans: readonly Plan[],
  path: string,
  all: readonly Plan[] = plans,
  partial = false,
): Plan[] {
  const file = readFile(path)
  const entries = file.value ?? []
  refuseTwice(entries, file)
  for (const { suite, conversation } of entries) {
    const title = `${suite} > ${conversation.value}`
    const isElsewhere = partial && all.every((plan) => plan.suite !== suite)
    if (!isElsewhere && !all.some((plan) => mayBeCalled(plan, title))) refuseUnknown(title, conversation.at, all, file)
  }
  file.insistSound()
  const marks = marksOf(entries, path)
  for (const message of new Set(all.flatMap((plan) => tellOwnMark(plan, markOf(plan, marks))))) warn(message)
  return plans.map((plan) => {
    const conversation = withMark(plan.conversation, markOf(plan, marks))
    return conversation === plan.conversation ? plan : { ...plan, conversation }
  })
}

/** For one suite, as Vitest reads them: other entries are ignored. @throws UsageError for a missing or broken file */
export function quarantineScript(script: Script, path: string): Script {
  const file = readFile(path)
  refuseTwice(file.value ?? [], file)
  file.insistSound()
  const marks = marksOf(file.value ?? [], path)
  const conversations = script.conversations.map((each) => {
    const title = `${script.suite.value} > ${each.name.value}`
    const own = withMark(each, marks.get(title))
    const failingSeeds = [...marks].flatMap(([listedTitle, mark]) => {
      const [, seed] = listedTitle.startsWith(`${title} ~`) ? (/ ~(\d+)$/.exec(listedTitle) ?? []) : []
      return seed === undefined || listedTitle !== `${title} ~${seed}` ? [] : [{ seed: Number(seed), mark }]
    })
    const isOpen = failingSeeds.length > 0 && each.simulatedUser !== undefined && each.expectedFail === undefined
    return isOpen ? { ...own, failingSeeds } : own
  })
  return { ...script, conversations }
}

/** The entry of this very seed, or else that of the whole conversation. */
function markOf(plan: Plan, marks: ReadonlyMap<string, Mark>): Mark | undefined {
  return marks.get(titleOf(plan)) ?? marks.get(wholeTitleOf(plan))
}

/** Whether an entry may name a plan: by its title, by that of its conversation, or by any seed of a simulated user. */
function mayBeCalled(plan: Plan, title: string): boolean {
  if (title === titleOf(plan) || title === wholeTitleOf(plan)) return true
  return plan.conversation.simulatedUser !== undefined && title.replace(/ ~\d+$/, '') === wholeTitleOf(plan)
}

type Mark = NonNullable<Conversation['expectedFail']>
type Entries = readonly ReadOf<typeof entry>[]

function marksOf(entries: Entries, path: string): ReadonlyMap<string, Mark> {
  return new Map(
    entries.map(({ suite, conversation, reason, until }) => {
      const address = `${showPath(path, process.cwd())}:${conversation.at.line}`
      const mark = {
        reason: `quarantined: ${reason}`,
        at: conversation.at,
        listed: address,
        ...(until === undefined ? {} : { until }),
      }
      return [`${suite} > ${conversation.value}`, mark]
    }),
  )
}

/** Refuses two entries for one conversation: one would silently win, whatever its date. */
function refuseTwice(entries: Entries, file: GivenYaml<Entries>): void {
  const first = new Map<string, Place>()
  for (const { suite, conversation } of entries) {
    const title = `${suite} > ${conversation.value}`
    const earlier = first.get(title)
    if (earlier === undefined) first.set(title, conversation.at)
    else
      file.refuse(
        conversation.at,
        `"${title}" is in quarantine twice: line ${earlier.line} has it already`,
        'keep one entry',
      )
  }
}

/** Warns about an entry that has no effect because the suite has a mark of its own. */
function tellOwnMark({ conversation, file }: Plan, mark: Mark | undefined): string[] {
  const own = conversation.expectedFail
  if (mark?.listed === undefined || own === undefined) return []
  return [
    `${mark.listed}: this entry is ignored, since ${file}:${own.at.line} marks "${conversation.name.value}" as expected fail itself: keep one of both`,
  ]
}

function withMark<C extends Pick<Conversation, 'expectedFail'>>(conversation: C, mark: Mark | undefined): C {
  return mark === undefined || conversation.expectedFail !== undefined
    ? conversation
    : { ...conversation, expectedFail: mark }
}

function readFile(path: string): GivenYaml<Entries> {
  return readGivenYaml(path, quarantineShape, {
    hint: 'write - { suite: …, conversation: …, reason: … }, or leave out --quarantine',
    missing: { message: `there is no quarantine file at ${path}`, hint: 'leave out --quarantine' },
  })
}

/** For verbs that ignore it: their failures count. A file that cannot be read is left to the verbs that need it. */
export function printQuarantined(
  verb: string,
  plans: readonly Plan[],
  { quarantine: path }: Pick<RunSettled, 'quarantine'>,
): void {
  if (path === null) return
  const titles = titlesIn(path)
  const names = new Set(
    plans
      .filter((plan) => titles.has(titleOf(plan)) || titles.has(wholeTitleOf(plan)))
      .map(({ conversation }) => `"${conversation.name.value}"`),
  )
  if (names.size === 0) return
  const [some, more] = [[...names].slice(0, 3).join(', '), names.size > 3 ? ` and ${names.size - 3} more` : '']
  warn(`${verb} ignores the quarantine, which has ${some}${more}`)
}

function titlesIn(path: string): Set<string> {
  try {
    const entries = (readFile(path).value ?? []).filter(({ until }) => isStillExpected({ until }))
    return new Set(entries.map(({ suite, conversation }) => `${suite} > ${conversation.value}`))
  } catch {
    return new Set()
  }
}

/** Refuses an entry that matches nothing, since it would otherwise stay in the file for ever. */
function refuseUnknown(title: string, at: Place, plans: readonly Plan[], file: GivenYaml<Entries>): void {
  const rows = [
    ...new Set(plans.filter((plan) => isRowOf(plan, title)).map((plan) => `"${plan.conversation.name.value}"`)),
  ]
  const near = rows.length > 0 ? undefined : suggest(title, plans.map(titleOf))
  const hint =
    rows.length > 0
      ? `it runs once for each row: name ${rows.length === 1 ? 'it' : 'one of them'}, ${listSome(rows, 5)}`
      : near === undefined
        ? 'take it out, or name the conversation as its suite does'
        : `did you mean "${near}"?`
  file.refuse(at, `there is no conversation "${title}"`, hint)
}

/** Whether a title is that of a plan without its row, also as it is written, with `{{names}}` in it. */
function isRowOf(plan: Plan, title: string): boolean {
  if (plan.conversation.row === undefined) return false
  const parts = title.split(/\{\{[^{}]*\}\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return compilePattern({ source: `^${parts.join('.*')} \\[`, flags: 's' }).test(titleOf(plan))
}

function wholeTitleOf(plan: Plan): string {
  const title = titleOf(plan)
  return plan.seed === undefined ? title : title.slice(0, -` ~${plan.seed}`.length)
}

function titleOf({ suite, conversation }: Plan): string {
  return `${suite} > ${conversation.name.value}`
}
