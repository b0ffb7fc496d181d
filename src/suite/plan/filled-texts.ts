import type { JsonObject } from '../../base/json/json.ts'
import { isPublicLink } from '../../base/public-link.ts'
import { isBlank } from '../../base/text/characters.ts'
import { readStepTime } from '../language/clock.ts'
import type { TurnExpectation } from '../language/expectations/turn-expectation.ts'
import { emptyIn, fillText, type Numerals, namesIn } from '../language/matchers/fill-text.ts'
import { type Conversation, capturesOf, type Settings } from '../language/script/conversation.ts'
import { fillVariables } from '../language/script/fill-variables.ts'
import { refuseGivenPatterns } from '../language/script/given-patterns.ts'
import { isGivenName } from '../language/script/given-values.ts'
import { blankMember, privateLink, type Turn, unreachableAttachment } from '../language/script/turn.ts'
import { resolveVariables, type Variables } from '../language/script/variable-values.ts'
import { isVersion } from '../language/version-word.ts'
import type { Place, WithPlace } from '../yaml/place.ts'
import type { Problem } from '../yaml/problem.ts'

/** The texts of a conversation that are fixed from its start, as written, with their `{{names}}`. */
export interface StartTexts {
  agent: WithPlace<string>
  metadata: JsonObject
  customer: NonNullable<Settings['customer']>
  variables: Variables
  everyTurn: TurnExpectation[]
}

interface FilledStart extends Omit<StartTexts, 'variables'> {
  variables: JsonObject
  numerals: Numerals
}

/** Fills in the start texts. `given` has the values from outside the script: version, environment, generated values. */
export function fillStart({ variables, ...texts }: StartTexts, givenTexts: JsonObject): FilledStart {
  const { values, numerals } = resolveVariables(variables, givenTexts)
  const { agent, metadata, customer, everyTurn } = fillVariables(texts, values, numerals)
  return { agent, metadata, customer, everyTurn, variables: values, numerals }
}

/** Why a conversation cannot run once its variables are known. Unset environment variables are reported separately. */
export function checkStart(
  file: string,
  conversation: Conversation,
  texts: StartTexts,
  start: FilledStart,
  guardrail: TurnExpectation | undefined,
): Problem[] {
  const problem = (at: Place, message: string, hint: string): Problem => ({
    code: 'wrong-value',
    file,
    at,
    message,
    hint,
  })
  const problems: Problem[] = []
  if (texts.agent.value.includes('{{') && isBlank(start.agent.value))
    problems.push(
      problem(
        texts.agent.at,
        `no agent is named: ${texts.agent.value} is empty`,
        'give the variable the name of an agent',
      ),
    )
  const unknown = namesIn(guardrail).filter((name) => !isGivenName(name) && !Object.hasOwn(start.variables, name))
  for (const name of unknown) {
    const message = `a guardrail of the project asks for {{${name}}}, which this conversation gives no value`
    const hint = 'give it under variables:; the guardrail is under every turn: of the config'
    problems.push({ ...problem(conversation.name.at, message, hint), code: 'unknown-variable' })
  }
  const { before = [], turns, after = [] } = conversation
  const all = [...before, ...turns, ...after]
  const captured = new Set(capturesOf(conversation))
  const values = Object.fromEntries(Object.entries(start.variables).filter(([name]) => !captured.has(name)))
  for (const turn of all) {
    const { attachments, step, expect } = turn
    const link = unreachableAttachment(
      fillVariables(attachments === undefined ? (step?.body.value ?? '') : { attachments }, values, start.numerals),
      step === undefined ? undefined : expect,
    )
    if (link !== undefined) problems.push(problem(turn.at, ...privateLink(link)))
    const isKnown = namesIn(step?.body.value).every((name) => Object.hasOwn(values, name))
    const time = isKnown ? noTimeOf(turn, start) : null
    if (time !== null)
      problems.push(problem(time.at, `"${time.text}" is no time`, 'write it as 36 h, or as 2026-03-29T01:00:00Z'))
  }
  const compared = [texts.everyTurn, before, turns, conversation.simulatedUser, conversation.session]
  refuseGivenPatterns(compared, values, { file, problems })
  return problems
}

function noTimeOf(
  { step }: Turn,
  { variables, numerals }: Pick<FilledStart, 'variables' | 'numerals'>,
): { at: Place; text: string } | null {
  if (step?.kind !== 'wait' && step?.kind !== 'advance clock') return null
  const text = fillText(String(step.body.value), variables, numerals)
  const { kind } = readStepTime(text)
  const sound = kind === 'for' || (kind === 'to' && step.kind === 'advance clock')
  return sound ? null : { at: step.body.at, text }
}

/** Reports a version, given by a variable, that cannot be requested. */
export function checkVersion(file: string, writtenVersion: WithPlace<string>, filledVersion: string): Problem[] {
  if (!writtenVersion.value.includes('{{') || isVersion(filledVersion) || namesIn(filledVersion).length > 0) return []
  const message = `${writtenVersion.value} is ${filledVersion === '' ? 'empty' : `"${filledVersion}"`}, and that is no version`
  return [{ code: 'wrong-value', file, at: writtenVersion.at, message, hint: 'give it default, draft or a number' }]
}

export interface UnfilledTurn {
  at: Place
  reason: string
}

/** Finds what became empty or invalid once variables were filled in: a message, a link, the time of a step. */
export function findUnfilled(writtenTurn: Turn, filledTurn: Turn, variables: JsonObject): UnfilledTurn | null {
  const says = (text: string): boolean => {
    if (emptyIn(text, variables) === undefined) return true
    const spoken = Object.entries(variables).map(([name, value]) => [name, value ?? ''])
    return !isBlank(fillText(text, Object.fromEntries(spoken), {}))
  }
  if (writtenTurn.user !== null && !says(writtenTurn.user.value))
    return { at: writtenTurn.user.at, reason: `the message ${writtenTurn.user.value} is empty, and was not sent` }
  const link = writtenTurn.attachments?.find((each) => !says(each))
  if (link !== undefined) return { at: writtenTurn.at, reason: `the link ${link} is empty, and was not sent` }
  const { step } = filledTurn
  const other =
    filledTurn.attachments?.find((each) => !isPublicLink(each)) ??
    (step === undefined ? undefined : unreachableAttachment(step.body.value, writtenTurn.expect))
  if (other !== undefined)
    return { at: writtenTurn.at, reason: `the attachment ${other} is no public link, and was not sent` }
  const member = step === undefined ? null : blankMember(step.body.value, writtenTurn.expect)
  if (step !== undefined && member !== null)
    return { at: step.body.at, reason: `${step.kind}: ${member} is empty, and nothing was sent` }
  const time = noTimeOf(filledTurn, { variables: {}, numerals: {} })
  return time && { at: time.at, reason: `${step?.kind}: "${time.text}" is no time, so nothing was done` }
}
