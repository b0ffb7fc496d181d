import { suggest } from '../../base/suggest.ts'
import { day } from '../../suite/language/date.ts'
import type { Plan } from '../../suite/plan/plan.ts'
import { list } from '../../suite/yaml/collections.ts'
import type { Place } from '../../suite/yaml/place.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { placed, text } from '../../suite/yaml/scalar.ts'
import { type GivenYaml, readGivenYaml } from './given-yaml.ts'
import { warn } from './print.ts'
import type { RunSettled } from './settings.ts'

const quarantineShape = list(
  'conversations',
  record('a quarantined conversation', {
    suite: required('suite', text, 'The name of the suite.'),
    conversation: required('conversation', placed(text), 'The name of the conversation.'),
    reason: required('reason', text, 'Why it is not trusted for now.'),
    until: optional('until', day, 'A date (YYYY-MM-DD) from which failing counts again.'),
  }),
)

/**
 * Marks the plans that a quarantine file names as expected to fail: they run and are reported, but do not fail the run
 * before the day they name. A mark in the script itself takes precedence. `all` are the conversations that were read;
 * if they are `partial`, because paths selected some of the suites, an entry may name a suite that is not among them.
 * @throws UsageError for a file that is missing or broken, or that names a conversation which does not exist
 */
export function quarantine(
  plans: readonly Plan[],
  path: string,
  all: readonly Plan[] = plans,
  partial = false,
): Plan[] {
  const file = readFile(path)
  const marks = new Map<string, { reason: string; until?: string; at: Place }>()
  for (const { suite, conversation, reason, until } of file.value ?? []) {
    const title = `${suite} > ${conversation.value}`
    const { at } = conversation
    const isElsewhere = partial && all.every((plan) => plan.suite !== suite)
    if (!isElsewhere && !all.some((plan) => titleOf(plan) === title)) refuseUnknown(title, at, all, file)
    marks.set(title, { reason: `quarantined: ${reason}`, at, ...(until === undefined ? {} : { until }) })
  }
  file.insistSound()
  return plans.map((plan) => {
    const mark = marks.get(titleOf(plan))
    if (mark === undefined || plan.conversation.expectedFail !== undefined) return plan
    return { ...plan, conversation: { ...plan.conversation, expectedFail: mark } }
  })
}

type Entries = NonNullable<ReturnType<typeof quarantineShape.read>>

function readFile(path: string): GivenYaml<Entries> {
  return readGivenYaml(path, quarantineShape, {
    hint: 'write - { suite: …, conversation: …, reason: … }, or leave out --quarantine',
    missing: { message: `there is no quarantine file at ${path}`, hint: 'leave out --quarantine' },
  })
}

/**
 * Says in one line which of the plans are in the quarantine of the config, for verbs that do not look at it: what fails
 * there counts as anywhere else. A file that cannot be read is left to the verbs that need it.
 */
export function tellQuarantined(
  verb: string,
  plans: readonly Plan[],
  { quarantine: path }: Pick<RunSettled, 'quarantine'>,
): void {
  if (path === null) return
  const titles = titlesIn(path)
  const names = new Set(
    plans.filter((plan) => titles.has(titleOf(plan))).map(({ conversation }) => `"${conversation.name.value}"`),
  )
  if (names.size === 0) return
  const [some, more] = [[...names].slice(0, 3).join(', '), names.size > 3 ? ` and ${names.size - 3} more` : '']
  warn(`${verb} does not look at the quarantine, which has ${some}${more}`)
}

/** What is in quarantine today. */
function titlesIn(path: string, today: string = new Date().toISOString().slice(0, 10)): Set<string> {
  try {
    const held = (readFile(path).value ?? []).filter(({ until }) => until === undefined || today < until)
    return new Set(held.map(({ suite, conversation }) => `${suite} > ${conversation.value}`))
  } catch {
    return new Set()
  }
}

/** An entry that matches nothing would stay in the file for ever. */
function refuseUnknown(title: string, at: Place, plans: readonly Plan[], file: GivenYaml<Entries>): void {
  const near = suggest(title, plans.map(titleOf))
  const hint =
    near === undefined ? 'take it out, or name the conversation as its suite does' : `did you mean "${near}"?`
  file.refuse(at, `there is no conversation "${title}"`, hint)
}

function titleOf({ suite, conversation }: Plan): string {
  return `${suite} > ${conversation.name.value}`
}
