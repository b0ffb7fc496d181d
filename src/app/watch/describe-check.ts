import { count, firstLine } from '../../base/text/wording.ts'
import { plainSaid } from '../../report/document/door.ts'
import { formatDay } from '../../report/text/describe-trend.ts'
import type { Check, Standing } from './check-service.ts'
import { linesOf } from './render-message.ts'

/** Why a check looked at no agent; null where it did. */
export function describeNotLooked({ isHeld, service, unlisted }: Check): string | null {
  if (isHeld)
    return `another process watches ${plainSaid(service)} on this history, or was killed within two minutes: nothing was done`
  return unlisted === null ? null : `the agents are not listed: ${plainSaid(firstLine(unlisted))}`
}

/** A line for each agent, and below it what was found out; of a check whose reason was told, only what is new. */
export function describeCheck(check: Check, isTold = false): string {
  const { at, changes, messages, standing, undelivered } = check
  const head = `${formatDay(at)}  `
  const reason = describeNotLooked(check)
  const lines = [
    ...(reason === null || isTold ? [] : [reason]),
    ...changes.map(describeChange),
    ...(isTold ? [] : Object.entries(standing).flatMap(([agent, each]) => describeStanding(agent, each, check))),
    ...messages.flatMap((message) => [
      `message: ${plainSaid(message.title)}`,
      ...linesOf(message).map((line) => `   ${line}`),
    ]),
    ...undelivered.reasons.map((reason) => plainSaid(reason)),
    ...(undelivered.waiting === 0 || isTold
      ? []
      : [`${count(undelivered.waiting, 'message')} will be sent by a later check`]),
    ...(undelivered.unaddressed === 0 || isTold
      ? []
      : [`${count(undelivered.unaddressed, 'message')} of earlier checks for an address that is not given now`]),
  ]
  if (lines.length === 0) return ''
  return `${lines.map((line, index) => (index === 0 ? head : ' '.repeat(head.length)) + line).join('\n')}\n`
}

function describeChange({ agent, change, judgement, version }: Check['changes'][number]): string {
  const name = plainSaid(agent)
  const what = {
    'first look': `version ${version} is seen for the first time`,
    published: `version ${version} was published`,
    settings: `version ${version} has other settings`,
    'number went back': `version ${version} is published again`,
    draft: `the draft`,
  }[change]
  const note = judgement.note === null ? '' : ` (${plainSaid(judgement.note)})`
  const against =
    judgement.verdict === 'not judged' || judgement.against === null ? '' : `, held against ${judgement.against}`
  return `${name}: ${what}: ${judgement.verdict}${against}${note}`
}

/** What is known of an agent about which there is nothing new, or that could not be looked at. */
function describeStanding(
  agent: string,
  { problem, regressed, draftRegressed, version }: Standing,
  { changes, unlisted }: Check,
): string[] {
  if (changes.some((each) => each.agent === agent)) return []
  const bad = regressed === null ? '' : `, regressed since ${formatDay(regressed.since)}`
  const draft = draftRegressed === null ? '' : `; its draft is regressed since ${formatDay(draftRegressed.since)}`
  const odd = problem === null ? '' : `; ${problem}`
  const intro = unlisted === null ? 'nothing new, version' : 'not looked at; the last time, version'
  return [`${plainSaid(agent)}: ${version === null ? 'nothing judged yet' : `${intro} ${version}`}${bad}${draft}${odd}`]
}
