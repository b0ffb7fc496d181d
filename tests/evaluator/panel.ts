import { hideFrom } from '../../src/app/judging/open-judges.ts'
import { createJudges, type JudgeModel } from '../../src/engine/judge/create-judges.ts'
import type { Judges } from '../../src/engine/judge/judges.ts'
import { shows } from './criteria.ts'

/** A line of the conversation that a judge is shown: who spoke, and what was said or called. */
type Line = Record<string, unknown> & { entry?: number; by?: string; text?: string; items?: { text?: string }[] }

/**
 * Doubles of models that judge whether "the agent says WORD", each in its own manner: `plain` and `second`
 * truthfully, `contrary` the opposite, `unsure` never decides, and `loud` answers in the wrong form.
 */
export const manners = ['plain', 'second', 'contrary', 'unsure', 'loud'] as const

/** Judges that use these doubles; a criterion that begins with "kindly" has no licence. */
export function createPanel(): Judges {
  return createJudges({
    open: async (names = ['plain']) => names.map(modelOf),
    votes: 1,
    keeper: { sealed: null, recall: () => undefined, keep: () => undefined },
    hide: hideFrom([]),
    licenceOf: ({ criterion }) =>
      criterion.startsWith('kindly') ? { kind: 'unlicensed', why: 'nobody labelled it' } : { kind: 'not asked for' },
    charge: () => null,
    spent: () => undefined,
    prices: {},
  })
}

function modelOf(name: string): JudgeModel {
  return {
    name,
    identity: name,
    ask: async ({ text }) => {
      const [{ criterion = '' } = {}, ...lines] = text
        .split('\n')
        .flatMap((line): Line[] => (line.startsWith('{') ? [JSON.parse(line)] : []))
      const word = String(criterion).replace(/^.*the agent says /s, '')
      const says = saidIn(lines).some((each) => each.includes(word))
      return { usage: [], text: answerOf(name, says, quoteFrom(lines)) }
    },
  }
}

function saidIn(lines: readonly Line[]): string[] {
  return lines
    .filter(({ by }) => by === 'agent')
    .flatMap(({ text, items = [] }) => [text, ...items.map((item) => item.text)])
    .filter((text) => text !== undefined)
}

function quoteFrom(lines: readonly Line[]): { entry: number; words: string } | null {
  for (const { entry = 0, text, items = [] } of lines) {
    const words = [text, ...items.map((item) => item.text)].find((each) => each !== undefined && shows(each))
    if (words !== undefined) return { entry, words }
  }
  return null
}

function answerOf(manner: string, says: boolean, quotation: ReturnType<typeof quoteFrom>): string {
  if (manner === 'loud' || quotation === null) return 'Certainly! It is met.'
  const verdict = manner === 'unsure' ? 'cannot tell' : says === (manner !== 'contrary') ? 'met' : 'not met'
  return JSON.stringify({ reason: 'so it is', quotations: [quotation], verdict })
}
