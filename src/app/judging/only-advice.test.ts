import { expect, it } from 'vitest'
import { readSuite } from '../../suite/lint/lint-text.fixture.ts'
import { planScript } from '../../suite/plan/plan.ts'
import { judgeDefaults } from '../config/judge-settings.ts'
import type { RunSettled } from '../config/settings.ts'
import { onlyAdvice } from './only-advice.ts'

const defaults = { versions: ['default', 'draft'], versionsGiven: true, timeLimitMs: 1_000, stopAfterFailure: true }

/** The lines that are warned of, in a suite with these turns and settings of a conversation. */
async function linesOf(turns: string, judges: Partial<RunSettled['judges']> = {}, more = ''): Promise<number[]> {
  const yaml = `suite: Desk\nagent: desk\nconversations:\n  - name: one\n${more}    turns: [${turns}]\n`
  const settings = {
    judges: { ...judgeDefaults, models: {}, by: ['openai/small'], licences: '/nowhere/licences.yaml', ...judges },
    folder: '/nowhere',
    redact: [],
  } as unknown as RunSettled
  const problems = await onlyAdvice(planScript(readSuite(yaml), defaults), settings)
  expect(problems.every(({ code, severity }) => code === 'asserts-nothing' && severity === 'warning')).toBe(true)
  return problems.map(({ at }) => at.line)
}

const judged = '{ user: Hi, expect: { judge: greets } }'

it('warns once of what only judges without a licence decide', async () => {
  expect(await linesOf(`${judged}, ${judged}`)).toEqual([5])
  expect(await linesOf('{ user: Hi }', {}, '    session: { judge: greets }\n')).toEqual([5])
})

it.each([
  ['something else counts', `${judged}, { user: So, expect: { reply: { contains: x } } }`],
  ['every judge counts', judged, { unlicensed: 'count' as const }],
  ['no judge is named', judged, { by: [] }],
  ['no model has that name', judged, { by: ['nothing'] }],
  ['it is about the session, too', judged, {}, '    session: { calls: none }\n'],
  ['it is expected to fail', judged, {}, '    expected fail: { reason: it is new }\n'],
])('is silent where %s', async (_, turns, judges = {}, more = '') => {
  expect(await linesOf(turns, judges, more)).toEqual([])
})
