import { isJsonObject } from '../../../base/json/json.ts'
import type { YamlNode } from '../../yaml/node.ts'
import { type Reading, refuse } from '../../yaml/shape.ts'
import { readStepTime } from '../clock.ts'
import type { LatencyLimit } from '../expectations/latency-expectation.ts'
import type { TurnExpectation } from '../expectations/turn-expectation.ts'
import type { Budget } from '../matchers/duration.ts'
import { capturedNames } from './capture.ts'
import { checkVariables } from './check-variables.ts'
import { type Conversation, everyTurnOf, type Settings } from './conversation.ts'
import { mentionsOf } from './mentions.ts'
import type { Script } from './script.ts'
import type { Turn } from './turn.ts'

/** What the grammar alone cannot detect. */
export function checkScript(script: Script, reading: Reading, root?: YamlNode): void {
  if (script.conversations.length === 0) {
    const message = 'the suite has no conversations'
    refuse(reading, 'no-conversations', script.suite.at, message, 'add one under conversations:')
  }
  checkMasking(script, reading)
  checkRepeat(script.repeat, reading)
  const lines = new Map<string, number>()
  for (const conversation of script.conversations) {
    const earlier = lines.get(conversation.name.value)
    if (earlier !== undefined) {
      const message = `line ${earlier} already has a conversation of this name`
      refuse(reading, 'duplicate-name', conversation.name.at, message, 'give each conversation a name of its own')
    }
    lines.set(conversation.name.value, conversation.name.at.line)
    if (script.agent === undefined && conversation.agent === undefined) {
      const message = 'no agent is named for this conversation'
      refuse(reading, 'no-agent', conversation.name.at, message, 'write agent: … at the top of the suite')
    }
    checkRepeat(conversation.repeat, reading)
    checkSeeds(conversation, reading)
    checkTurns(conversation, reading)
    checkHistory(conversation, reading)
    checkReach(conversation, reading)
    if (!assertsSomething(conversation)) {
      const hasCaptures = conversation.turns.some(({ capture = [] }) => capture.length > 0)
      const message = `this conversation ${hasCaptures ? 'takes values, and asserts nothing of them' : 'asserts nothing, so it could never fail'}`
      refuse(reading, 'asserts-nothing', conversation.name.at, message, 'add expect: to a turn, or session:')
    }
  }
  checkStatistics(script, reading)
  checkLimits(script, reading)
  checkVariables(script, reading, root)
}

/** It gets sent, committed and reported, so a person has to review it first. */
function checkMasking({ masking }: Script, reading: Reading): void {
  if (masking === undefined || masking.reviewed.value) return
  const message = 'nobody has reviewed the masking of personal data in this suite, so it does not run'
  const hint = 'check the file for leftover names, numbers and addresses, then write reviewed: true'
  refuse(reading, 'not-reviewed', masking.reviewed.at, message, hint)
}

function checkTurns(conversation: Conversation, reading: Reading): void {
  const { before = [], turns, after = [], history } = conversation
  for (const turn of everyTurnOf(conversation)) checkCaptures(turn, reading)
  for (const turn of [...before, ...after]) {
    const judged = turn.expect ?? turn.requires
    if (judged !== undefined)
      refuse(reading, 'wrong-value', judged.at, 'what comes before and after is not judged', 'move it under turns:')
    checkStep(turn, reading)
  }
  for (const [index, turn] of turns.entries()) {
    checkStep(turn, reading)
    if (index > 0 && turn.user === null && turn.step === undefined) {
      const message = 'the agent can start only the first turn'
      refuse(reading, 'wrong-value', turn.at, message, 'give this turn a user: message')
    }
    if (index === 0 && turn.requires !== undefined && history === undefined) {
      const message = 'the first turn has no turn before it to require anything of'
      refuse(reading, 'wrong-value', turn.requires.at, message, 'move it to the next turn, or write expect:')
    }
    const [criterion] = turn.expect?.judge ?? turn.expect?.check ?? []
    if (turn.expect?.error !== undefined && criterion !== undefined) {
      const message = 'a refused turn has no answer that a model or a function could judge'
      refuse(reading, 'wrong-value', criterion.at, message, 'keep error, or judge and check')
    }
    if (turn.expect?.error !== undefined && (turn.expect.reply !== undefined || turn.expect.calls !== undefined)) {
      const message = 'a refused turn has neither reply nor calls'
      refuse(reading, 'wrong-value', turn.expect.at, message, 'keep error, or the others')
    }
  }
}

/** Refuses what cannot follow or precede a history: it begins the session. */
function checkHistory({ history, before = [], turns: [first] }: Conversation, reading: Reading): void {
  if (history === undefined) return
  for (const { step, at } of before)
    if (step === undefined || step.kind === 'send' || step.kind === 'call') {
      const message = 'a history begins the session, so nothing can be said before it'
      refuse(reading, 'wrong-value', at, message, 'write it in the history')
    }
  if (first !== undefined && first.user === null && first.step === undefined) {
    const message = 'the agent cannot start a conversation that has a history'
    const hint = 'give this turn a user: message, or write what the agent said first in the history'
    refuse(reading, 'wrong-value', first.at, message, hint)
  }
}

/** Refuses expectations that no answer could ever be checked against: they would pass without being judged. */
function checkReach({ turns, simulatedUser, everyTurn, session }: Conversation, reading: Reading): void {
  const isSilent = simulatedUser === undefined && turns.every(hasNoReply)
  if (everyTurn !== undefined && isSilent) {
    const message = 'no turn of this conversation has an answer that "every turn" could be held against'
    refuse(reading, 'asserts-nothing', everyTurn.at, message, 'leave it out, or add a turn that the agent answers')
  }
  const [criterion] = session?.judge ?? session?.check ?? []
  if (criterion !== undefined && isSilent) {
    const message = 'no turn of this conversation has an answer that a model or a function could judge'
    refuse(reading, 'asserts-nothing', criterion.at, message, 'leave it out, or add a turn that the agent answers')
  }
  for (const [index, { requires }] of turns.entries()) {
    const before = turns[index - 1]
    if (requires === undefined || before === undefined || !hasNoReply(before)) continue
    const isStep = before.step !== undefined
    if (requires.reply !== undefined || requires.calls !== undefined || (isStep && requires.latency !== undefined)) {
      const message = `the turn before is ${isStep ? 'a step: it has neither reply nor calls nor latency' : 'refused: it has neither reply nor calls'}`
      const hint = 'require them of a turn that the agent answers, or leave them out'
      refuse(reading, 'wrong-value', requires.at, message, hint)
    }
  }
}

/** Whether a turn never has an agent's answer: a step, or one that expects a refusal. */
function hasNoReply({ step, expect }: Conversation['turns'][number]): boolean {
  return step !== undefined || expect?.error !== undefined
}

/** A guardrail of the suite is not enough. Expectations that could never fail were refused where they stand. */
function assertsSomething({ turns, simulatedUser, session, everyTurn }: Conversation): boolean {
  const whole = [simulatedUser, session, everyTurn].some((each) => each !== undefined)
  return whole || turns.some(({ expect }) => expect !== undefined)
}

/** Refuses seeds in a fully scripted conversation: each would be the same talk. */
function checkSeeds({ seeds, simulatedUser }: Conversation, reading: Reading): void {
  if (seeds === undefined || simulatedUser !== undefined) return
  const message = 'seeds vary what a simulated user says, and this conversation has none'
  refuse(reading, 'wrong-value', seeds.at, message, 'write repeat: { times: … } to run the same turns several times')
}

/** Refuses a `pass` above `times`, which could never be reached. */
function checkRepeat(repeat: Settings['repeat'], reading: Reading): void {
  if (repeat?.pass === undefined || repeat.pass <= repeat.times) return
  const message = `${repeat.pass} cannot pass when it runs ${repeat.times === 1 ? 'once' : `${repeat.times} times`}`
  refuse(reading, 'wrong-value', repeat.at, message, `write pass: ${repeat.times}, or run it more often`)
}

/** Refuses p50 and p95 on a turn that runs once: they would all equal its single time. */
function checkStatistics({ conversations, repeat }: Script, reading: Reading): void {
  for (const conversation of conversations) {
    if ((conversation.repeat ?? repeat) !== undefined) continue
    for (const { expect } of conversation.turns) {
      const { turn, reply, tool, tools = [] } = expect?.latency ?? {}
      refuseStatistic(turn, reading)
      refuseStatistic(reply, reading)
      refuseStatistic(tool, reading)
      for (const { value } of tools) refuseStatistic(value, reading)
    }
  }
}

/** Refuses a limit on a turn that the time limit reaches first: such a turn is errored, so no time would break it. */
function checkLimits({ conversations, timeLimitMs, everyTurn }: Script, reading: Reading): void {
  for (const conversation of conversations) {
    const around = conversation.timeLimitMs ?? timeLimitMs
    for (const { expect, timeLimitMs: own = around } of conversation.turns) refuseLateLimit(expect, own, reading)
    const longest = conversation.turns.map((turn) => turn.timeLimitMs ?? around ?? Number.POSITIVE_INFINITY)
    const most = conversation.simulatedUser === undefined ? Math.max(...longest) : around
    refuseLateLimit(conversation.everyTurn, most, reading)
  }
  const limits = conversations.flatMap(({ timeLimitMs: own = timeLimitMs, turns }) => [
    own,
    ...turns.map((turn) => turn.timeLimitMs ?? own),
  ])
  if (limits.every((each) => each !== undefined)) refuseLateLimit(everyTurn, Math.max(...limits), reading)
}

function refuseLateLimit(expect: TurnExpectation | undefined, timeLimitMs: number | undefined, reading: Reading): void {
  const { each, p50, p95 } = expect?.latency?.turn ?? {}
  for (const budget of [each, p50, p95]) {
    if (budget === undefined || timeLimitMs === undefined || !isReachedBy(budget, timeLimitMs)) continue
    const message = 'a turn that takes this long has met its time limit before, so this could never fail'
    refuse(reading, 'wrong-value', budget.at, message, 'write less than the time limit')
  }
}

function isReachedBy({ sign = '<=', ms }: Budget, timeLimitMs: number): boolean {
  return sign.startsWith('<') && ms > timeLimitMs
}

function refuseStatistic(limit: LatencyLimit | undefined, reading: Reading): void {
  const budget = limit?.p50 ?? limit?.p95
  if (budget === undefined) return
  const hint = 'add repeat: { times: … }, or write the limit itself'
  refuse(reading, 'wrong-value', budget.at, 'p50 and p95 of a turn are over its repeats, and this runs once', hint)
}

/** Reports what a step lacks or must not have. A step has no reply, so an expectation on one could never hold. */
function checkStep({ step, expect }: Turn, reading: Reading): void {
  if (step === undefined) return
  const { kind, body } = step
  if (kind === 'advance clock' || kind === 'wait') {
    const time = readStepTime(typeof body.value === 'string' ? body.value : '')
    const sound = time.kind === 'for' || (time.kind === 'to' && kind === 'advance clock')
    const hint =
      kind === 'wait'
        ? 'write a length such as 2 s'
        : 'write a length such as 36 h, or an instant such as 2026-03-29T01:00:00Z'
    if (!sound && !String(body.value).includes('{{'))
      refuse(reading, 'wrong-value', body.at, `"${String(body.value)}" is no time`, hint)
  }
  if (
    (kind === 'workflow call' || kind === 'delete call') &&
    isJsonObject(body.value) &&
    typeof body.value.workflow !== 'string'
  ) {
    const message = `${kind} needs the key "workflow"`
    refuse(reading, 'missing-key', body.at, message, 'write workflow: and the id of the workflow')
  }
  if (mentionsOf(expect).now) {
    const message = 'now is the time of the last entry of a turn, and a step has none'
    refuse(reading, 'wrong-value', expect?.at ?? body.at, message, 'write the date itself')
  }
  const [criterion] = expect?.judge ?? expect?.check ?? []
  if (criterion !== undefined) {
    const message = 'a step has no answer that a model or a function could judge'
    refuse(reading, 'wrong-value', criterion.at, message, 'judge the turn after it, or the conversation under session:')
  }
  if (expect?.reply !== undefined || expect?.calls !== undefined || expect?.latency !== undefined) {
    const message = 'a step has neither reply nor calls nor latency'
    refuse(reading, 'wrong-value', expect.at, message, 'expect outbox, queue, attempts or error')
  }
}

/** Refuses captures of a turn that no answer comes to, and two of one turn that give the same name a value. */
function checkCaptures({ capture = [], step, expect }: Turn, reading: Reading): void {
  const [first] = capture
  if (first !== undefined && (step !== undefined || expect?.error !== undefined)) {
    const why = step === undefined ? 'this turn is expected to be refused' : 'this is a step'
    const message = `${first.name} never gets a value: ${why}, so there is no answer to capture from`
    refuse(reading, 'wrong-value', first.value.at, message, 'capture it in a turn that is answered')
  }
  const usedNames = new Set<string>()
  for (const each of capture) {
    const names = new Set(capturedNames({ capture: [each] }))
    const twice = [...names].find((name) => usedNames.has(name))
    if (twice !== undefined) {
      const message = `this turn gives {{${twice}}} a value twice`
      refuse(reading, 'duplicate-name', each.value.at, message, 'give the group or the capture another name')
    }
    for (const name of names) usedNames.add(name)
  }
}
