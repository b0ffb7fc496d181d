import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A conversation of so many turns; out of ten, one fails, and one is refused by the service. */
function conversation(name, number, turns) {
  const lines = Array.from({ length: turns }, (_, turn) => {
    const refused = number % 10 === 7 && turn === turns - 1 ? ' refuse' : ''
    const expected = number % 10 === 3 && turn === 1 ? 'another word' : `${name}${number} t${turn}`
    return `      - { user: "${name}${number} t${turn}${refused}", expect: { reply: { contains: "${expected}" } } }\n`
  })
  return `  - name: ${name}${number}\n    turns:\n${lines.join('')}`
}

const suite = (name, key, conversations, turns) =>
  `suite: ${name}\nagent: desk\n${key}conversations:\n${Array.from({ length: conversations }, (_, number) =>
    conversation(name, number, turns),
  ).join('')}`

/**
 * Writes two suites into a folder: one whose conversations may be started again, and one, a third as large,
 * whose conversations may not.
 */
export function writeMixed(folder, conversations, turns) {
  const few = Math.floor(conversations / 4)
  writeFileSync(join(folder, 'again.yaml'), suite('again', '', conversations - few, turns))
  writeFileSync(join(folder, 'once.yaml'), suite('once', 'repeatable: false\n', few, turns))
}

/** Writes a suite of conversations that all pass. */
export function writePassing(folder, conversations, turns) {
  const each = Array.from({ length: conversations }, (_, number) => {
    const lines = Array.from({ length: turns }, (_, turn) => {
      const text = `c${number} t${turn}`
      return `      - { user: ${text}, expect: { reply: { contains: ${text} } } }\n`
    })
    return `  - name: c${number}\n    turns:\n${lines.join('')}`
  })
  writeFileSync(join(folder, 'passing.yaml'), `suite: S\nagent: desk\nconversations:\n${each.join('')}`)
}
