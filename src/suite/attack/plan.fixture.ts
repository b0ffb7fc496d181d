import type { AttackFile } from './attack-file.ts'
import { type AttackChoice, type AttackTalk, planAttacks } from './plan-attacks.ts'
import { parseAttacks, parseFamily } from './read-attacks.ts'
import type { Technique } from './technique.ts'

/** A file of attacks given as text. */
export function attacksOf(text: string): AttackFile {
  const read = parseAttacks(text, 'attacks.yaml')
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.file
}

/** The attacks of a family given as text. */
export function familyOf(name: string, attacks: string): Technique[] {
  const read = parseFamily(`family: ${name}\nabout: It is made up.\nattacks:\n${attacks}`, `${name}.yaml`)
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.family.attacks
}

/** The default choice of tests: everything, once. */
export const usualChoice: AttackChoice = {
  versions: ['default'],
  versionsGiven: true,
  timeLimitMs: 1_000,
  stopAfterFailure: true,
  attackSeeds: 1,
  looksAtStored: false,
  wants: () => true,
  tells: (leak, text) => text.includes(leak),
}

/** The talks of a file of attacks given as text. */
export function talksOf(text: string, choice: Partial<AttackChoice> = {}): AttackTalk[] {
  return planAttacks(attacksOf(text), [], { ...usualChoice, ...choice }).talks
}
