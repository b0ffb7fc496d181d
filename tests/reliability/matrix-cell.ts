import { createRandom } from '../../src/service/answer/random.ts'
import { type FaultCase, fetchFaults } from './faults.ts'

/** The turns of every conversation of the matrix. */
export const turnCount = 5

/** One cell: a fault at a turn, under a seed that decides everything else. */
export interface Cell {
  column: FaultCase
  /** The turn that the fault strikes, from 0. */
  point: number
  seed: number
  messages: string[]
  /** The turn at which the agent does not do as it should, from 0; null in half of the cells. */
  failsAt: number | null
  /** What strikes the first fetch of the session as well. */
  fetchFault: (typeof fetchFaults)[number] | null
}

/** What one cell is like. */
export function makeCell(column: FaultCase, point: number, seed: number): Cell {
  const random = createRandom(`${column.name} ${point} ${seed}`)
  const turns = Array.from({ length: turnCount }, (_, index) => index)
  const same = random.chance(0.3)
  const ends = random.chance(0.5)
  const messages = turns.map((index) => {
    if (ends && index === turnCount - 1) return 'bye'
    return `item ${same ? 'a' : 'abcde'.charAt(index)}`
  })
  const failsAt = (point + seed) % 2 === 0 ? null : random.pick(turns)
  return { column, point, seed, messages, failsAt, fetchFault: random.chance(0.4) ? random.pick(fetchFaults) : null }
}

/** The script of a cell. Only the struck turn has the limit that its fault is made for. */
export function scriptOf({ column, point, messages, failsAt }: Cell): string {
  const turns = messages.map((message, index) => {
    const reply = index === failsAt ? 'never said' : message === 'bye' ? 'Goodbye' : `${message} is here`
    const limit = index === point ? `, time limit: ${column.limitMs} ms` : ''
    return `      - { user: ${message}${limit}, expect: { reply: { contains: ${reply} }, calls: { in order: [find_item], never: [issue_refund] } } }`
  })
  return ['suite: Matrix', 'agent: desk', 'conversations:', '  - name: five turns', '    turns:', ...turns].join('\n')
}

/** The workspace that every cell talks to: functions before the first message and after the last, and a tool between. */
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
            find_item: { output: { place: 'here' } },
            log_outcome: { output: 'logged' },
          },
          rules: [
            {
              id: 'item',
              when: '/item (?<item>\\w)/',
              do: [{ call: 'find_item', with: { item: '{item}' } }, { say: 'The item {item} is {find_item.place}.' }],
            },
            {
              id: 'bye',
              when: 'bye',
              do: [{ call: 'find_item', with: { item: 'z' } }, { say: 'Goodbye!' }, { end: true }],
            },
          ],
        },
      },
    },
  ],
}
