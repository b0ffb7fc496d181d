import { createRandom } from '../../src/service/answer/random.ts'
import { type FaultCase, fetchFaults } from './faults.ts'

/** The number of turns of every conversation in the matrix. */
export const turnCount = 5

/** One cell: a fault at a turn, with a seed that decides everything else. */
export interface Cell {
  column: FaultCase
  /** The turn that the fault strikes, from 0. */
  point: number
  seed: number
  messages: string[]
  /** The turn at which the agent misbehaves, from 0; null in half of the cells. */
  failsAt: number | null
  /**
   * Where the service shows calls of the phase post: in its answers, or only in the stored session (TRN-21);
   * null if the agent makes none during the talk.
   */
  beside: 'shown' | 'hidden' | null
  /** Whether the agent runs harmless functions of the phases pre and post with every turn. */
  notes: boolean
  /** How the agent errs: it says something wrong, or makes a forbidden call after its reply. */
  misdeed: 'reply' | 'post'
  /** What also strikes the first fetch of the session. */
  fetchFault: (typeof fetchFaults)[number] | null
}

/** Overrides what a cell's seed decides. */
export type Manner = Partial<Pick<Cell, 'beside' | 'notes' | 'misdeed'>> & {
  /** Whether the agent errs at the struck turn, at the one before it, or at none. */
  errs?: 'where struck' | 'before' | 'nowhere'
}

/** The cell of a fault, turn and seed. */
export function makeCell(column: FaultCase, point: number, seed: number, manner: Manner = {}): Cell {
  const random = createRandom(`${column.name} ${point} ${seed}`)
  const turns = Array.from({ length: turnCount }, (_, index) => index)
  const same = random.chance(0.3)
  const ends = random.chance(0.5)
  const messages = turns.map((index) => {
    if (ends && index === turnCount - 1) return 'bye'
    return `item ${same ? 'a' : 'abcde'.charAt(index)}`
  })
  const turnPick = (point + seed) % 2 === 0 ? null : random.pick(turns)
  const fetchFault = random.chance(0.4) ? random.pick(fetchFaults) : null
  const { beside = random.pick([null, 'shown', 'hidden'] as const), notes = random.chance(0.5), misdeed } = manner
  const before = point === 0 ? null : point - 1
  const turnByManner = { 'where struck': point, before, nowhere: null }
  const failsAt = manner.errs === undefined ? turnPick : turnByManner[manner.errs]
  const own = misdeed ?? (random.chance(0.5) ? 'post' : 'reply')
  const cell = {
    column,
    point,
    seed,
    messages,
    failsAt,
    beside,
    notes,
    misdeed: beside === null ? 'reply' : own,
    fetchFault,
  }
  const erring = failsAt === null || cell.misdeed === 'reply' ? -1 : failsAt
  return { ...cell, messages: messages.map((each, index) => spoken(each, cell, index === erring)) }
}

/** A message, plus words that make the agent do more than answer. */
function spoken(message: string, { beside, notes }: Pick<Cell, 'beside' | 'notes'>, isErring: boolean): string {
  return `${message}${beside !== null && notes ? ' noted' : ''}${isErring ? ' refunded' : ''}`
}

/** The turn at which a failure ends the conversation, from 0; null if none of its turns shows one. */
export function endsAt({ failsAt, misdeed, beside }: Cell): number | null {
  return misdeed === 'post' && beside === 'hidden' ? null : failsAt
}

/**
 * The script of a cell. The session expectation rules out what turns do not show. Only the struck turn has
 * the limit that its fault is made for.
 */
export function scriptOf({ column, point, messages, failsAt, misdeed, beside }: Cell): string {
  const turns = messages.map((message, index) => {
    const [word = ''] = /^(?:bye|item .)/.exec(message) ?? []
    const isWrong = index === failsAt && misdeed === 'reply'
    const reply = isWrong ? 'never said' : word === 'bye' ? 'Goodbye' : `${word} is here`
    const limit = index === point ? `, time limit: ${column.limitMs} ms` : ''
    return `      - { user: ${message}${limit}, expect: { reply: { contains: ${reply} }, calls: { in order: [find_item], never: [issue_refund] } } }`
  })
  const session = beside === 'hidden' ? ['    session: { calls: { never: [issue_refund] } }'] : []
  return [
    'suite: Matrix',
    'agent: desk',
    'repeatable: false', // so that what is lost with a first turn stays lost; see begun-again.test.ts
    'conversations:',
    '  - name: five turns',
    '    turns:',
    ...turns,
    ...session,
  ].join('\n')
}

/** The workspace of every cell: functions before the first message and after the last, and a tool in between. */
export const matrixWorkspace: unknown = {
  workspace: 'matrix',
  keys: ['matrix-key'],
  agents: [
    {
      agent: 'desk',
      id: 'desk',
      published: 1,
      versions: {
        1: {
          functions: { pre: ['load_customer'], during: ['find_item'], post: ['log_outcome'] },
          tools: {
            load_customer: { output: { tier: 'gold' } },
            load_item: { output: 'loaded' },
            find_item: { output: { place: 'here' } },
            log_outcome: { output: 'logged' },
            note_item: { output: 'noted' },
            issue_refund: { output: 'refunded' },
          },
          rules: ['noted refunded', 'noted', 'refunded', ''].flatMap(rulesFor),
        },
      },
    },
  ],
}

/** What the agent does with a message that ends in these words. */
function rulesFor(message: string): unknown[] {
  const id = message.replaceAll(' ', '-')
  const before = message.startsWith('noted') ? [{ call: 'load_item', phase: 'pre' }] : []
  const behind = [
    ...(message.startsWith('noted') ? [{ call: 'note_item', phase: 'post' }] : []),
    ...(message.endsWith('refunded') ? [{ call: 'issue_refund', with: { amount: 1 }, phase: 'post' }] : []),
  ]
  const item = [{ call: 'find_item', with: { item: '{item}' } }, { say: 'The item {item} is {find_item.place}.' }]
  const bye = [{ call: 'find_item', with: { item: 'z' } }, { say: 'Goodbye!' }]
  const end = message === '' ? '' : ` ${message}`
  return [
    { id: `item${id}`, when: `/item (?<item>\\w)${end}$/`, do: [...before, ...item, ...behind] },
    { id: `bye${id}`, when: `/bye${end}$/`, do: [...before, ...bye, ...behind, { end: true }] },
  ]
}
