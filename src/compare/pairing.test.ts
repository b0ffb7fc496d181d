import { describe, expect, it } from 'vitest'
import { compareRuns } from './compare-text.fixture.ts'
import { comparisonExitCode } from './comparison.ts'

/** Verdict of the first conversation, gate and exit code of a conversation beside one that stays. */
async function outcomeOf(a: string, b: string, marks: Record<string, string> = {}) {
  const { comparison } = await compareRuns({ asks: [a, b], stays: ['p', 'p'] }, {}, null, marks)
  const conversation = comparison.conversations.find(({ name }) => name === 'asks')
  return [
    conversation?.verdict,
    conversation?.certainty ?? '-',
    comparison.gate.verdict,
    comparisonExitCode(comparison, null),
  ]
}

describe('a crash of the agent', () => {
  it.each([
    ['is a break where the other side passes', 'p', 'c', ['regressed', 'hard break', 'shut', 1]],
    ['counts for the other side too', 'c', 'p', ['improved', 'hard break', 'open', 0]],
    ['now and then is none for certain', 'p', 'cpp', ['flaky', '-', 'open', 0]],
    ['is not judged beside another', 'c', 'c', ['not comparable', '-', 'not judged', 3]],
    ['is not judged beside a failure', 'f', 'c', ['not comparable', '-', 'not judged', 3]],
    ['is not what the network does to its code', 'p', 'n', ['not comparable', '-', 'not judged', 3]],
    ['is not what a service does', 'p', 'e', ['not comparable', '-', 'not judged', 3]],
  ])('%s', async (_, a, b, expected) => expect(await outcomeOf(a, b)).toEqual(expected))
})
