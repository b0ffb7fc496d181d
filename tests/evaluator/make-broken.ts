import type { Tree } from './make-matcher.ts'
import { Written } from './plain.ts'
import { type Dice, dates } from './pool.ts'

/** Expectations of a turn that the docs reject, each for a different reason. */
const refused: readonly Tree[] = [
  { reply: { contian: 'shipped' } },
  { reply: { oneOf: ['shipped'] } },
  { reply: { contains: '{{unknown}}' } },
  { reply: { matches: '/.*/' } },
  { reply: { matches: '/(/' } },
  { reply: { not: { contains: 'a', matches: '/b/' } } },
  { reply: '< 3' },
  { repyl: { contains: 'a' } },
  { calls: { count: { 'at least': 0 } } },
  { calls: { reference: ['lookup'] } },
  { calls: { inorder: ['lookup'] } },
  { calls: [{ lookup: { with: { contains: 'id' } } }] },
  { calls: [{ lookup: { with: { id: '< 3' } } }] },
  { calls: [{ lookup: { with: { id: '2 min' } } }] },
  { calls: [{ lookup: { with: { id: { 'at most': '2 min' } } } }] },
  { calls: [{ lookup: { with: { id: { oneOf: ['1'] } } } }] },
  { calls: [{ lookup: { with: { id: { contian: '1' } } } }] },
  { calls: [{ lookup: { returns: { contains: 'id', status: 'shipped' } } }] },
  { calls: [{ lookup: { returns: { total: new Written(9007199254740992, '9007199254740993') } } }] },
  { calls: [{ lookup: { returns: { at: { schema: { type: 'string', format: 'colour' } } } } }] },
  { calls: [{ lookup: { times: { 'at least': 0 } } }] },
  { calls: [{ lookup: { returns: { tags: { length: { 'at least': 0 } } } } }] },
  { calls: [{ lookup: { wtih: { id: '1' } } }] },
  { reply: { contains: '{{env.NOWHERE}}' } },
  { reply: { none: [{ not: { contains: 'a', words: 3 } }] } },
]

/** Turns a suite into one that the docs reject. */
export function makeBroken(suite: Record<string, Tree>, turns: Record<string, Tree>[], dice: Dice): void {
  const last = turns.at(-1) ?? {}
  dice.one<() => void>([
    ...Array.from({ length: 8 }, () => () => {
      last.expect = dice.one(refused)
    }),
    () => {
      suite.variables = { one: '{{two}}', two: '{{one}}' }
    },
    () => {
      suite.tags = ['{{v}}']
    },
    () => {
      suite['every turn'] = { reply: { not: { contains: '{{later}}' } } }
      last.capture = { later: 'reply' }
    },
    () => {
      last.capture = { later: 'reply' }
      last.expect = { reply: { contains: '{{later}}' } }
    },
    () => {
      suite.laws = { 'no such law': 'why not' }
    },
    () => {
      suite.tgas = [dice.one(dates)]
    },
    () => {
      for (const turn of turns) {
        delete turn.expect
        delete turn.requires
      }
      const [talk = {}] = suite.conversations as Record<string, Tree>[]
      delete talk.session
      delete talk['every turn']
    },
  ])()
}
