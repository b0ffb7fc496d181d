import { didYouMean } from '../../base/text/suggest.ts'
import { variablePattern } from '../language/matchers/fill-text.ts'
import { isGivenName } from '../language/script/given-values.ts'
import { findCircle } from '../language/script/variable-values.ts'
import type { YamlNode } from '../yaml/node.ts'
import { isPlace, type Place, type WithPlace } from '../yaml/place.ts'
import { fewProblems, type Problem } from '../yaml/problem.ts'
import { readYaml } from '../yaml/read-yaml.ts'
import { type Reading, refuse } from '../yaml/shape.ts'
import { type AttackFile, attackFile } from './attack-file.ts'
import { isKnownName, wishNames } from './fill-attack.ts'
import { type AttackFamily, attackFamily, techniqueTexts } from './technique.ts'

export type AttacksParsed = { ok: true; file: AttackFile } | { ok: false; problems: Problem[] }

/** Reads the text of a file of attacks. Every problem has a code, a place and usually a hint; nothing is thrown. */
export function parseAttacks(content: string, file: string): AttacksParsed {
  const yaml = readYaml(content, file, 'begin with attacks: and a name')
  if (!yaml.ok) return { ok: false, problems: fewProblems(yaml.problems) }
  const reading: Reading = { file, problems: [] }
  if (isSuite(yaml.root)) {
    const message = 'this is a suite, and tableread attack runs files of attacks'
    refuse(reading, 'wrong-type', yaml.root.at, message, 'run it with tableread run, or write attacks: and goals:')
    return { ok: false, problems: reading.problems }
  }
  const read = attackFile.read(yaml.root, reading)
  if (read !== undefined) check({ ...read, file }, reading)
  if (read === undefined || reading.problems.length > 0) return { ok: false, problems: fewProblems(reading.problems) }
  return { ok: true, file: { ...read, file } }
}

/** However it is laid out. One that may be and cannot be read is: nothing is left out without a word. */
export function isForAttacking(content: string): boolean {
  if (!/(?:attacks|goals)["']?\s*:/.test(content)) return false
  const yaml = readYaml(content, 'attacks')
  if (!yaml.ok) return /^[\s{"']*(?:attacks|goals)\b/m.test(content)
  return yaml.root.kind === 'map' && yaml.root.entries.some(({ key }) => key === 'attacks' || key === 'goals')
}

/** Whether somebody wrote a suite, judging by keys that only suites have. */
function isSuite(root: YamlNode): boolean {
  const keys = root.kind === 'map' ? root.entries.map(({ key }) => key) : []
  return (keys.includes('suite') || keys.includes('conversations')) && !keys.includes('goals')
}

export type FamilyParsed = { ok: true; family: AttackFamily } | { ok: false; problems: Problem[] }

export function parseFamily(content: string, file: string): FamilyParsed {
  const yaml = readYaml(content, file, 'begin with family: and its name')
  if (!yaml.ok) return { ok: false, problems: fewProblems(yaml.problems) }
  const reading: Reading = { file, problems: [] }
  const family = attackFamily.read(yaml.root, reading)
  if (family === undefined || reading.problems.length > 0) return { ok: false, problems: reading.problems }
  return { ok: true, family }
}

/** Reports what the grammar alone cannot detect: duplicate names, unknown goals and undefined variables. */
function check(file: AttackFile, reading: Reading): void {
  const { goals, own, variables } = file
  refuseTwice(goals, 'goal', reading)
  refuseTwice(own, 'attack', reading)
  const variableNames = Object.keys(variables?.values ?? {})
  for (const name of variableNames.filter(isOfWish))
    refuse(reading, 'wrong-value', file.at, `{{${name}}} is what a goal wants`, 'give the variable another name')
  const circle = findCircle(variables ?? { values: {}, numerals: {} })
  if (circle !== null) {
    const way = circle.map((name) => `{{${name}}}`).join(' -> ')
    const hint = `give {{${circle[0]}}} a value of its own`
    refuse(reading, 'wrong-value', file.at, `variables use each other in a circle: ${way}`, hint)
  }
  const ofStart = (name: string): boolean => variableNames.includes(name) || isGivenName(name) || name === 'version'
  const { agent, agentVersion, metadata, customer } = file
  refuseUnknown({ agent, agentVersion, metadata, customer, values: variables?.values, goals }, ofStart, file.at, {
    reading,
    given: variableNames,
  })
  const names = goals.map(({ name }) => name.value)
  for (const technique of own) {
    for (const goalName of technique.goals ?? []) refuseNoGoal(goalName, names, reading)
    for (const { value, at } of technique.needs) {
      if (variableNames.includes(value)) continue
      const hint = didYouMean(value, variableNames) ?? 'give it under variables:'
      refuse(reading, 'unknown-variable', at, `nothing gives {{${value}}} a value here`, hint)
    }
    const { metadata: smuggled, at } = technique
    const ofAttack = (name: string): boolean => variableNames.includes(name) || isKnownName(name)
    const places = { reading, given: [...variableNames, ...wishNames] }
    refuseUnknown([...techniqueTexts(technique), smuggled], ofAttack, at, places)
  }
}

const isOfWish = (name: string): boolean => /^wish(?:\.|$)/.test(name)

function refuseTwice(all: readonly { name: WithPlace<string> }[], what: string, reading: Reading): void {
  const lines = new Map<string, number>()
  for (const { value, at } of all.map(({ name }) => name)) {
    const earlier = lines.get(value)
    if (earlier !== undefined)
      refuse(reading, 'duplicate-name', at, `line ${earlier} already has this ${what}`, 'give each a name of its own')
    lines.set(value, at.line)
  }
}

function refuseNoGoal({ value, at }: WithPlace<string>, goals: readonly string[], reading: Reading): void {
  if (goals.includes(value)) return
  const hint = didYouMean(value, goals) ?? `the goals here are ${goals.join(', ')}`
  refuse(reading, 'wrong-value', at, `there is no goal "${value}"`, hint)
}

/** Reports every undefined `{{name}}` within a value, at the nearest known place. */
function refuseUnknown(
  data: unknown,
  isKnown: (name: string) => boolean,
  at: Place,
  within: { reading: Reading; given: readonly string[] },
): void {
  if (typeof data === 'string') {
    if (!data.includes('{{')) return
    for (const [, name = ''] of data.matchAll(variablePattern)) {
      if (isKnown(name)) continue
      const hint = didYouMean(name, within.given, (near) => `{{${near}}}`) ?? 'give it under variables:'
      refuse(within.reading, 'unknown-variable', at, `nothing gives {{${name}}} a value here`, hint)
    }
  } else if (Array.isArray(data)) for (const item of data) refuseUnknown(item, isKnown, at, within)
  else if (typeof data === 'object' && data !== null) {
    const own = 'at' in data && isPlace(data.at) ? data.at : at
    for (const value of Object.values(data)) refuseUnknown(value, isKnown, own, within)
  }
}
