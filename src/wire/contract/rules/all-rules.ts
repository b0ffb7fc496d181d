import { readFileSync } from 'node:fs'
import { packageFolder } from '../../../base/package-folder.ts'
import type { AllowedOutcome } from '../world/outcome.ts'
import type { Rule } from '../world/rule.ts'

/** Outcomes that rules about one request allow, by ids; plainly stated refusals come from the catalogue. */
const allowing: readonly (readonly [outcomes: readonly AllowedOutcome[], ids: string])[] = [
  [['4xx'], 'ENV-10 ENV-17 HST-05 CHA-25 CHA-26 DSP-17 WFC-02 WFC-03 DEL-03'],
  [
    ['accepted', 'refused'],
    'ENV-11 ENV-12 ENV-13 ENV-15 ENV-16 ENV-19 CAL-04 CAL-05 CAL-08 CAL-10 CAL-11 CAL-14 CAL-17 QUE-04 ' +
      'RET-04 WIN-03 WIN-05 WIN-07 WIN-08 EXP-03 EXP-04 EXP-05',
  ],
  [['400', '422 validationError'], 'ENV-14'],
  [['refused'], 'ENV-22 CAL-02 CAL-03 CAL-07'],
  [['401', '422 validationError'], 'ENV-23'],
  [
    ['accepted'],
    'HST-01 HST-02 HST-04 AUT-18 SES-01 CHA-01 CHA-20 CHA-23 CHA-38 DSP-20 DSP-31 CAL-01 CAL-13 WFC-01 ' +
      'NOD-01 BLU-01',
  ],
  [['401'], 'AUT-05 AUT-06 AUT-07 AUT-08 AUT-09 AUT-10 AUT-11 AUT-12'],
  [['401', '400'], 'AUT-14 AUT-17'],
  [['accepted', '401', '400'], 'AUT-15'],
  [['accepted', '401'], 'AUT-16'],
  [['404', '403', '400'], 'ISO-04'],
  [['404 replyToSessionNotFound', '403 forbidden'], 'ISO-06'],
  [
    ['accepted', '4xx'],
    'ISO-09 CHA-22 CHA-31 CHA-32 CHA-33 CHA-34 CHA-35 CHA-42 CHA-44 DSP-23 DSP-24 DSP-26 DSP-29 DSP-30 ' +
      'DSP-32 WAO-06 WAO-07 WAO-08 SCH-12 SCH-13 SCH-18 SCH-21 WFC-06 WFC-07 NOD-08',
  ],
  [['422 validationError'], 'TYP-19'],
  [['404 sessionNotFound', '422 validationError'], 'SES-04'],
  [['422 validationError', '404 sessionNotFound', 'accepted'], 'CHA-08'],
  [['accepted', '400 incompatibleOptions'], 'CHA-14'],
  [['422 validationError', '400 incompatibleOptions'], 'CHA-15'],
  [['accepted', '422 validationError', '400 messageRequired'], 'CHA-16 CHA-17 CHA-18'],
  [['accepted', '413', '422 validationError'], 'CHA-19'],
  [['4xx', 'accepted'], 'CHA-21 CHA-27 CHA-28 CHA-29'],
  [['accepted', '400 customerNumberRequired', '400 customerEmailRequired'], 'CHA-39'],
  [['404 channelNotFound', 'accepted'], 'CHA-40'],
  [['400 unsupportedChannelType', '400 noAgentPhoneNumbers', '400 noAgentEmail', 'accepted'], 'CHA-41'],
  [['accepted', '400', '422 validationError', '404 replyToSessionNotFound'], 'CHA-43'],
  [['422 validationError', '404 channelNotFound', '400'], 'DSP-01'],
  [['404 channelNotFound', '400', 'accepted'], 'DSP-03'],
  [['422 validationError', '400'], 'WAO-03 EMO-02 SCH-16 SCH-19'],
  [['422 validationError', '400', 'accepted'], 'SCH-17'],
  [['refused', 'accepted'], 'QUE-03'],
  [['accepted', '404'], 'DEL-02'],
  [['400', 'accepted'], 'NOD-04'],
  [['404', '405'], 'NOD-09'],
]
const allowedBy = new Map(allowing.flatMap(([outcomes, ids]) => ids.split(' ').map((id) => [id, outcomes] as const)))

/** Expectations in words where our decision differs from the catalogue's. */
const decided: Readonly<Record<string, string>> = {
  'CHA-24': 'The version that the channel stays with, where its own agent answers; else the published version.',
}

type Row = [
  id: string,
  operation: string,
  level: Rule['level'],
  source: string,
  text: string,
  expected: string,
  refusals?: AllowedOutcome[],
]

/** Every rule in the order of the catalogue, of which `scripts/write-rules.mjs` writes `fixtures/rules.json`. */
export const allRules: readonly Rule[] = (
  JSON.parse(readFileSync(new URL('fixtures/rules.json', packageFolder), 'utf8')) as Row[]
).map(([id, operation, level, source, text, expected, refusals]) => {
  const allows = refusals ?? allowedBy.get(id)
  const rule = { id, operation, level, source, text, expected: decided[id] ?? allows?.join(' or ') ?? expected }
  return allows === undefined ? rule : { ...rule, allows }
})
