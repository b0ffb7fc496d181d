import { chooseBy } from '../../base/choose-by.ts'
import type { JsonObject } from '../../base/json/json.ts'
import { textsIn } from '../../base/json/walk-json.ts'
import { lawNames } from '../../base/law-name.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { isPublicLink } from '../../base/public-link.ts'
import { fillText } from '../language/matchers/fill-text.ts'
import type { Conversation } from '../language/script/conversation.ts'
import { givenValues } from '../language/script/given-values.ts'
import type { Script } from '../language/script/script.ts'
import { type Plan, type PlanDefaults, planScript } from '../plan/plan.ts'
import type { Place, WithPlace } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'
import { type AttackFile, describeShort, type Goal } from './attack-file.ts'
import { type AttackValues, fillAttackJson, fillAttackText } from './fill-attack.ts'
import type { Aim, AttackTurn, Technique } from './technique.ts'
import { techniqueTexts } from './technique.ts'

/** A message of an attack with everything filled in: its wordings, the one to say first in front, and its links. */
export interface AttackLine {
  wordings: string[]
  attachments: string[]
  onRefusal: 'go on' | 'back off' | 'try again' | 'give up' | AttackLine[]
}

export interface AttackTalk {
  plan: Plan
  goal: Goal
  technique: Technique
  /** Counted from 1. */
  seed: number
  wish: string
  lines: AttackLine[]
  backOff: string[]
  /** Texts that no reply may reveal, filled in. */
  leaks: WithPlace<string>[]
}

/** An attack that is not tried for a goal, or for any goal (null), and why. */
export interface AttackLeftOut {
  file: string
  attack: string
  family: string
  goal: string | null
  reason: string
}

/** What to try: the defaults of plans, the number of seeds, and which goals, families and attacks to run. */
export interface AttackChoice extends PlanDefaults {
  attackSeeds: number
  /** Whether the stored session is read after the last turn, to find calls that only it shows. */
  looksAtStored: boolean
  wants(technique: Technique, goal: Goal): boolean
  /** If the attacker says it itself, any answer that quotes the attacker would count as a leak. */
  tells(leak: string, text: string): boolean
}

/** The first seeds of all before the second; and what is left out. */
export function planAttacks(
  file: AttackFile,
  library: readonly Technique[],
  choice: AttackChoice,
): { talks: AttackTalk[]; leftOut: AttackLeftOut[] } {
  const leftOut: AttackLeftOut[] = []
  const talks: AttackTalk[] = []
  const leave = (technique: Technique, goal: Goal | null, reason: string): void => {
    const { name, family } = technique
    leftOut.push({ file: file.file, attack: name.value, family, goal: goal?.name.value ?? null, reason })
  }
  const tried: { technique: Technique; goal: Goal }[] = []
  for (const technique of [...file.own, ...ofFamilies(file, library)]) {
    const lacking = technique.needs.filter(({ value }) => !Object.hasOwn(file.variables?.values ?? {}, value))
    const goalsHere = file.goals.filter((goal) => isFor(technique, goal) && choice.wants(technique, goal))
    if (goalsHere.length === 0) continue
    if (lacking.length > 0) {
      leave(technique, null, `it needs ${lacking.map(({ value }) => `{{${value}}}`).join(' and ')} under variables:`)
      continue
    }
    for (const goal of goalsHere) {
      const example = planTalks(file, technique, goal, { ...choice, attackSeeds: 1 }).find((talk) =>
        tellsItself(talk, choice),
      )
      if (example === undefined) tried.push({ technique, goal })
      else leave(technique, goal, 'its own words tell what may not be told')
    }
  }
  for (let seed = 1; seed <= choice.attackSeeds; seed += 1)
    for (const { technique, goal } of tried) talks.push(...planTalks(file, technique, goal, choice, seed))
  return { talks, leftOut }
}

function ofFamilies({ families }: AttackFile, library: readonly Technique[]): readonly Technique[] {
  if (families === 'all') return library
  if (families === 'none') return []
  return library.filter(({ family }) => families.some(({ value }) => value === family))
}

/** Whether an attack applies to a goal: it names that goal or none, and one of its aims is a harm of the goal. */
function isFor({ goals, aims }: Technique, { name, harm }: Goal): boolean {
  if (goals !== undefined && !goals.some(({ value }) => value === name.value)) return false
  const possible: Aim[] = [
    ...(harm.calls === undefined ? [] : ['call' as const]),
    ...(harm.leaks.length > 0 ? ['leak' as const] : []),
  ]
  return aims.some((aim) => possible.includes(aim))
}

function tellsItself({ lines, backOff, leaks, plan }: AttackTalk, { tells }: AttackChoice): boolean {
  const texts = [...lines.flatMap(wordsOf), ...backOff, ...textsIn(plan.metadata)]
  return leaks.some(({ value }) => texts.some((text) => tells(value, text)))
}

function wordsOf({ wordings, attachments, onRefusal }: AttackLine): string[] {
  const own = [...wordings, ...attachments]
  return Array.isArray(onRefusal) ? [...own, ...onRefusal.flatMap(wordsOf)] : own
}

function linksOf({ attachments, onRefusal }: AttackLine): string[] {
  return Array.isArray(onRefusal) ? [...attachments, ...onRefusal.flatMap(linksOf)] : attachments
}

/** A link that is none once everything is filled in, as a problem of the file. */
function describeNoLink(links: readonly string[], { file }: AttackFile, at: Place): Problem[] {
  const other = links.find((link) => !isPublicLink(link))
  if (other === undefined) return []
  const message = `the attachment ${cutText(other, 60)} is no public link`
  return [{ code: 'wrong-value', file, at, message, hint: 'in links, write {{wish.link}} or {{wish.file name}}' }]
}

function environmentIn<Value>(values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('env.')))
}

/** The others say nothing about calls made and texts revealed; no attack could be judged where they break. */
const hiding: readonly string[] = [
  'known entries',
  'same session',
  'outputs paired',
  'slices add up',
  'version answers',
]

function planTalks(file: AttackFile, technique: Technique, goal: Goal, choice: AttackChoice, seed = 1): AttackTalk[] {
  const label = `${goal.name.value}: ${technique.name.value} ~${seed}`
  const own = `${choice.seed ?? 'tableread'} ${label}`
  const conversation: Conversation = {
    at: goal.at,
    name: { value: label, at: goal.name.at },
    turns: [],
    ...(goal.harm.calls === undefined ? {} : { everyTurn: { at: goal.harm.at, calls: goal.harm.calls } }),
    ...(goal.harm.calls === undefined || !choice.looksAtStored
      ? {}
      : { session: { at: goal.harm.at, calls: goal.harm.calls } }),
  }
  return planScript(scriptOf(file, conversation), settingsOf(choice)).map((plan) => {
    const texts = [techniqueTexts(technique), technique.metadata, goal]
    const { values: parameters, unset } = givenValues(texts, choice.environment ?? {}, own)
    const values: AttackValues = {
      values: { ...parameters, ...plan.variables, version: plan.version },
      numerals: plan.numerals,
    }
    const wish = fillText(goal.wish.value, values.values, values.numerals)
    const fill = (text: string): string => fillAttackText(text, values, { wish, seed: own })
    const smuggled: JsonObject =
      technique.metadata === undefined ? {} : fillAttackJson(technique.metadata, values, { wish, seed: own })
    const lines = linesOf(technique.turns, fill, own)
    const leaks = goal.harm.leaks.map(({ value, at }) => ({
      value: fillText(value, values.values, values.numerals),
      at,
    }))
    const at = technique.isOwn ? technique.at : goal.at
    const unfit = [
      ...leaks.flatMap((leak) => describeShort(leak, file.file) ?? []),
      ...describeNoLink(lines.flatMap(linksOf), file, at),
    ]
    return {
      plan: {
        ...plan,
        // A text without a value can never be revealed, one too short matches by chance: neither proves a defence.
        unset: [...new Set([...plan.unset, ...unset])],
        problems: [...plan.problems, ...(unset.length > 0 ? [] : unfit)],
        // Environment values in an attack's texts are concealed like those in variables.
        variables: { ...plan.variables, ...environmentIn(parameters) },
        id: `${file.file}:${goal.at.line} ${label} ${plan.version}`,
        conversation: { ...plan.conversation, mostSaid: Math.min(technique.mostTurns, mostSaidIn(lines)) },
        relaxed: new Set([...plan.relaxed, ...lawNames.filter((law) => !hiding.includes(law))]),
        metadata: { ...plan.metadata, ...smuggled },
      },
      goal,
      technique,
      seed,
      wish,
      lines,
      backOff: technique.backOff.map(({ value }) => fill(value)),
      leaks,
    }
  })
}

/** Relaxed laws apply to attacks too, but not guardrails: an impolite reply is no harm, and judges are never asked. */
function settingsOf(choice: AttackChoice): PlanDefaults {
  const relaxed = choice.project?.relaxed
  return { ...choice, stopAfterFailure: true, project: relaxed === undefined ? {} : { relaxed } }
}

/** A file of attacks as a suite of one conversation, so that all suite settings are resolved in one place. */
function scriptOf(
  { file, attacks, goals: _, families: __, own: ___, at: ____, ...settings }: AttackFile,
  conversation: Conversation,
): Script {
  return { ...settings, file, suite: attacks, conversations: [conversation] }
}

function linesOf(turns: readonly AttackTurn[], fill: (text: string) => string, seed: string): AttackLine[] {
  const choose = chooseBy(seed)
  const lineOf = ({ user, attachments, onRefusal }: AttackTurn, place: string): AttackLine => {
    const wordings = user.map(({ value }) => fill(value))
    const first = choose([...wordings.keys()], place) ?? 0
    return {
      wordings: [...wordings.slice(first), ...wordings.slice(0, first)],
      attachments: attachments.map(fill),
      onRefusal:
        onRefusal.kind === 'turns'
          ? onRefusal.turns.map((turn, index) => lineOf(turn, `${place}.${index}`))
          : onRefusal.kind,
    }
  }
  return turns.map((turn, index) => lineOf(turn, String(index)))
}

/** The most messages that these lines can lead to, if all are refused. */
function mostSaidIn(lines: readonly AttackLine[]): number {
  return lines.reduce((sum, { wordings, onRefusal }) => {
    if (Array.isArray(onRefusal)) return sum + 1 + mostSaidIn(onRefusal)
    return sum + (onRefusal === 'back off' ? 2 : onRefusal === 'try again' ? wordings.length : 1)
  }, 0)
}

export function isHarmAt({ harm }: Goal, at: Place): boolean {
  return (harm.calls?.never ?? []).some((call) => call.at.line === at.line && call.at.column === at.column)
}
