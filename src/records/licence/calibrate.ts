import { knownMembers } from '../../base/json/known-members.ts'
import type { Judgement, Vote } from '../../engine/expect/outcome/judgement.ts'
import type { JudgeAnswer, Judges, Question } from '../../engine/judge/judges.ts'
import { type Probe, pleading, probeQuestion, probes } from '../../engine/judge/probe-question.ts'
import type { JudgeFinding } from '../../suite/language/expectations/judge-expectation.ts'
import type { Usage } from '../../wire/api/usage.ts'
import { kappaOf, type Moves, type RightCount } from './agreement.ts'
import type { Disagreement } from './calibration-shape.ts'
import { type LabelledExample, shownOf } from './gather-examples.ts'
import { type Licence, probeName } from './licence.ts'

/** How a judge did on the examples of one criterion. */
export interface Calibration extends Pick<Licence, 'met' | 'notMet' | 'probes'> {
  cannotTell: number
  /** Votes that were void or tied: they count as no finding. */
  unjudged: number
  kappa: number | null
  disagreements: Disagreement[]
  usage: Usage[]
  /** Why models were not asked or did not answer; if there is any, the rest means nothing. */
  unanswered: string[]
}

/** How a judge is asked about a criterion. */
export interface Asking extends Pick<Question, 'asWritten' | 'looksAt' | 'by' | 'votes'> {
  /** What the suites expect of it: the pleading probes plead for these. */
  expected: readonly JudgeFinding[]
}

/** After this many unanswered questions, no more are asked. */
const patience = 5

/**
 * Asks the judges about every example, and about each one changed by every probe. `again` measures how much a
 * judge wavers; all other probes count only where it answered the same both times, so that wavering is not
 * mistaken for being moved. A plea counts only where both people and the judge, without the plea, say the
 * opposite of what it asks for.
 */
export async function calibrate(
  examples: readonly LabelledExample[],
  asking: Asking,
  judges: Judges,
  { lanes = 4, signal }: { lanes?: number; signal?: AbortSignal } = {},
): Promise<Calibration> {
  const moves = new Map<string, Moves>(probeNames(asking.expected).map((name) => [name, { moved: 0, of: 0 }]))
  const usage: Usage[] = []
  const unanswered: string[] = []
  const judgements: { gathered: LabelledExample; judgement: Judgement }[] = []
  const ask = async (question: Question): Promise<JudgeAnswer['judgement'] | null> => {
    if (unanswered.length >= patience || signal?.aborted === true) return null
    const answer = await judges.answer(question, signal)
    usage.push(...answer.usage)
    if (answer.unanswered === undefined) return answer.judgement
    unanswered.push(answer.unanswered)
    return null
  }
  const count = (name: string, moved: boolean): void => {
    const each = moves.get(name)
    if (each === undefined) return
    each.of += 1
    if (moved) each.moved += 1
  }
  const probe = async (
    question: Question,
    says: Judgement['says'],
    which: Probe,
    finding: JudgeFinding,
  ): Promise<void> => {
    const now = (await ask(probeQuestion(question, which, finding)))?.says
    if (now === undefined || now === 'unjudged') return
    count(probeName(which, finding), pleading.has(which) ? now === finding : now !== says)
  }
  const examine = async (gathered: LabelledExample, position: number): Promise<void> => {
    const question = questionOf(gathered, asking)
    const judgement = await ask(question)
    if (judgement === null) return
    judgements[position] = { gathered, judgement }
    const { says } = judgement
    const again = (await ask(probeQuestion(question, 'again', 'met')))?.says
    if (again === undefined || says === 'unjudged' || again === 'unjudged') return
    count('again', again !== says)
    if (again !== says) return
    for (const which of probes) {
      if (which === 'again') continue
      if (!pleading.has(which)) await probe(question, says, which, 'met')
      else
        for (const finding of asking.expected)
          if (gathered.verdict !== finding && says === gathered.verdict) await probe(question, says, which, finding)
    }
  }
  const waiting = examples.entries()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const [position, gathered] of waiting) await examine(gathered, position)
    }),
  )
  const judged = Object.values(judgements) // without the places of unanswered examples
  const tally = (kind: JudgeFinding): RightCount => {
    const own = judged.filter(({ gathered }) => gathered.verdict === kind)
    return { right: own.filter(({ judgement }) => judgement.says === kind).length, of: own.length }
  }
  return {
    met: tally('met'),
    notMet: tally('not met'),
    probes: [...moves].map(([name, each]) => ({ name, moves: each })),
    cannotTell: judged.filter(({ judgement }) => judgement.says === 'cannot tell').length,
    unjudged: judged.filter(({ judgement }) => judgement.says === 'unjudged').length,
    kappa: kappaOf(judged.map(({ gathered, judgement }) => [gathered.verdict, judgement.says])),
    disagreements: judged
      .filter(({ gathered, judgement }) => judgement.says !== gathered.verdict)
      .map(tellDisagreement),
    usage,
    unanswered,
  }
}

function probeNames(expected: readonly JudgeFinding[]): string[] {
  return probes.flatMap((probe) =>
    pleading.has(probe) ? expected.map((finding) => probeName(probe, finding)) : [probeName(probe, 'met')],
  )
}

function questionOf(
  { example }: LabelledExample,
  { asWritten, looksAt, by, votes, expected: [expected = 'met'] }: Asking,
): Question {
  return {
    criterion: example.criterion,
    asWritten,
    expected,
    looksAt,
    ...knownMembers({ by, votes }),
    turns: shownOf(example, looksAt),
  }
}

function tellDisagreement(pair: { gathered: LabelledExample; judgement: Judgement }): Disagreement {
  const { example, verdict } = pair.gathered
  const { says, votes, why } = pair.judgement
  const vote: Vote | undefined = votes.find((each) => each.says === says) ?? votes[0]
  return {
    place: `${example.file}:${example.at.line}`,
    people: verdict,
    judge: says,
    reason: why ?? vote?.reason ?? '',
    quotations: vote?.quotations.map(({ words }) => words) ?? [],
  }
}
