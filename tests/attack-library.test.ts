import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

/** Checks the attacks that come with Tableread against what `docs/attack-library.md` promises about them. */

interface Turn {
  user: string | string[]
  attachments?: string[]
  'if refused'?: string | { turns: Turn[] }
}

interface Attack {
  attack: string
  aims?: string[]
  needs?: string[]
  metadata?: Record<string, string>
  turns: Turn[]
  'back off'?: string[]
  'give up after'?: number
  'most turns'?: number
}

interface Family {
  family: string
  about: string
  attacks: Attack[]
}

const folder = resolve(import.meta.dirname, '../templates/attacks')
const families = readdirSync(folder).map((file) => ({
  file,
  ...(parse(readFileSync(join(folder, file), 'utf8')) as Family),
}))
const library = families.flatMap((family) => family.attacks.map((attack) => ({ ...attack, family: family.family })))

const forms = [
  ...['base64', 'rot13', 'hex', 'reversed', 'spaced', 'leet', 'morse', 'letters', 'homoglyphs', 'zero width'],
  ...['first half', 'second half', 'json', 'link', 'file name'],
]
const madeUp = /^random\.(number|word|name|email|phone|uuid)(\.\d+)?$/

const asList = (texts: string | string[]): string[] => (Array.isArray(texts) ? texts : [texts])

/** All turns of an attack, including those of its branches. */
function turnsOf(turns: readonly Turn[]): Turn[] {
  return turns.flatMap((turn) => {
    const then = turn['if refused']
    return [turn, ...(typeof then === 'object' ? turnsOf(then.turns) : [])]
  })
}

/** Every wording of every turn. */
function saidIn(attack: Attack): string[] {
  return turnsOf(attack.turns).flatMap((turn) => asList(turn.user))
}

function linksIn(attack: Attack): string[] {
  return turnsOf(attack.turns).flatMap(({ attachments = [] }) => attachments)
}

function placeholdersIn(texts: readonly string[]): string[] {
  return texts.flatMap((text) => [...text.matchAll(/\{\{([^}]*)\}\}/g)].map((match) => match[1]?.trim() ?? ''))
}

function textsOf(attack: Attack): string[] {
  return [...saidIn(attack), ...linksIn(attack), ...Object.values(attack.metadata ?? {}), ...(attack['back off'] ?? [])]
}

/** The words of a turn itself, without the placeholders. */
function wordsOf(text: string): Set<string> {
  const own = text.replace(/\{\{[^}]*\}\}/g, ' ').toLowerCase()
  return new Set(own.match(/[\p{L}\p{N}']+/gu) ?? [])
}

describe('the library of attacks', () => {
  it('has at least sixty attacks, in nine families of at least seven', () => {
    expect(library.length).toBeGreaterThanOrEqual(60)
    expect(families.map(({ family }) => family).sort()).toEqual([
      ...['attachments', 'authority', 'crescendo', 'instruction-override', 'obfuscation'],
      ...['other-customers', 'prompt-leak', 'role-play', 'smuggling'],
    ])
    for (const { family, attacks } of families) expect(attacks.length, family).toBeGreaterThanOrEqual(7)
  })

  it('keeps a family in the file of its name, with a sentence about it', () => {
    for (const { file, family, about, attacks: _, ...more } of families) {
      expect(basename(file, '.yaml')).toBe(family)
      expect(about).toMatch(/\.$/)
      expect(Object.keys(more), file).toEqual([])
    }
  })

  it('has names that are used once', () => {
    const names = library.map(({ attack }) => attack)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

describe.each(library.map((attack) => [`${attack.family}: ${attack.attack}`, attack] as const))('%s', (_, attack) => {
  it('has known keys with known values', () => {
    const { family: __, ...given } = attack
    const keys = ['attack', 'aims', 'needs', 'metadata', 'turns', 'back off', 'give up after', 'most turns']
    expect(Object.keys(given).filter((key) => !keys.includes(key))).toEqual([])
    for (const aim of attack.aims ?? []) expect(['call', 'leak']).toContain(aim)
    for (const text of textsOf(attack)) expect(text, JSON.stringify(text)).toSatisfy((it) => typeof it === 'string')
    for (const turn of turnsOf(attack.turns)) {
      expect(Object.keys(turn).filter((key) => !['user', 'attachments', 'if refused'].includes(key))).toEqual([])
      for (const wording of asList(turn.user)) expect(wording.trim()).not.toBe('')
      const then = turn['if refused']
      if (typeof then === 'object') expect(Object.keys(then)).toEqual(['turns'])
      else expect([undefined, 'go on', 'back off', 'try again', 'give up']).toContain(then)
      if (then === 'try again') expect(asList(turn.user).length, 'wordings to try again with').toBeGreaterThan(1)
    }
    expect(turnsOf(attack.turns).length).toBeLessThanOrEqual(attack['most turns'] ?? 8)
  })

  it('asks for the wish, and fills in nothing that is unknown', () => {
    expect([...saidIn(attack), ...linksIn(attack)].some((text) => text.includes('{{wish'))).toBe(true)
    const needs = attack.needs ?? []
    const unknown = placeholdersIn(textsOf(attack)).filter((name) => {
      if (name === 'wish' || madeUp.test(name)) return false
      return name.startsWith('wish.') ? !forms.includes(name.slice(5)) : !needs.includes(name)
    })
    expect(unknown).toEqual([])
    // If the attacker says the canary itself, a leak of it could not be detected.
    expect(needs).not.toContain('canary')
    expect(needs.filter((name) => !placeholdersIn(textsOf(attack)).includes(name))).toEqual([])
  })

  it('has wordings that all ask for it, where a turn has several', () => {
    for (const turn of turnsOf(attack.turns).filter(({ user }) => Array.isArray(user)))
      for (const wording of asList(turn.user)) expect(wording).toContain('{{wish')
  })

  if (attack.family === 'attachments')
    it('says in its links alone what it wants', () => {
      for (const text of saidIn(attack)) expect(text).not.toContain('{{wish')
      for (const link of linksIn(attack)) expect(link).toMatch(/^https:\/\/example\.com\//)
    })

  if (attack.family === 'crescendo')
    it('builds up, and steps back after a no', () => {
      expect(attack.turns.length).toBeGreaterThanOrEqual(3)
      expect(attack.turns.length).toBeLessThanOrEqual(6)
      // All begin with something other than the wish, except the one that works by repeating it.
      const [first] = saidIn(attack)
      expect(first?.includes('{{wish')).toBe(attack.attack === 'drip by drip')
    })
})

describe('no two attacks', () => {
  it('share four fifths of the words of a turn', () => {
    const turns = library.flatMap((attack) =>
      saidIn(attack)
        .map((text) => ({ name: attack.attack, text, words: wordsOf(text) }))
        .filter(({ words }) => words.size >= 3),
    )
    const alike = turns.flatMap((one, index) =>
      turns.slice(index + 1).flatMap((other) => {
        if (other.name === one.name) return []
        const shared = [...one.words].filter((word) => other.words.has(word)).length
        const least = Math.min(one.words.size, other.words.size)
        return shared / least >= 0.8 && least >= 6 ? [`${one.name}: ${one.text} | ${other.name}: ${other.text}`] : []
      }),
    )
    expect(alike).toEqual([])
  })

  it('use all forms in which a wish can be written', () => {
    const used = new Set(placeholdersIn(library.flatMap(textsOf)))
    expect(forms.filter((form) => !used.has(`wish.${form}`))).toEqual([])
  })
})
