import type { MapEntry, YamlNode } from '../../../suite/yaml/node.ts'
import { entriesOf, listOrOne, memberOf, scalarText } from '../draft/read-members.ts'
import { unnamedCells } from './row-test.ts'
import { readUser } from './user-provider.ts'

const byJudges = 'judges are models of the config: name it under models:, and under by:'
export const byReply = 'a reply is held against what it is, without a change before'
const noScores = 'there are no scores: what is expected is met or not'
const ofAgent = 'the agent is named under agent:, and its version when a suite runs'
export const byTags = 'no agent is given it: to choose conversations by it, write tags:'
const oneQuestion = 'what judges are asked is the same for all criteria'

const expressed = ['description', 'vars', 'assert']

const ofTests: Readonly<Record<string, string>> = {
  threshold: 'all expectations must hold',
  assertScoringFunction: noScores,
  metadata: byTags,
  providerOutput: 'the agent itself answers',
  provider: ofAgent,
  providers: ofAgent,
  prompts: ofAgent,
  [unnamedCells]: 'the row has more cells than the first one names: a text with a comma stands in quotes',
}

const ofOptions: Readonly<Record<string, string | null>> = {
  storeOutputAs: null,
  disableDefaultAsserts: null,
  provider: byJudges,
  providers: byJudges,
  rubricPrompt: oneQuestion,
  factuality: noScores,
  transform: byReply,
  postprocess: byReply,
  runSerially: 'conversations are independent: tests that go on from one another share a conversationId',
  transformVars: 'variables are as they are written: code is not run',
}

interface Loss {
  entry: MapEntry
  why: string
}

/** The members of a test that a suite has no place for, or of what is merged into tests: then `parts` are read elsewhere. */
export function lossesOf(test: YamlNode, parts?: readonly string[]): Loss[] {
  return entriesOf(test).flatMap((entry) => {
    const { key, value } = entry
    if (key === 'description' && parts !== undefined) return [{ entry, why: 'each test has a name of its own' }]
    if (key === 'options')
      return entriesOf(value).flatMap((option) => {
        const why = Object.hasOwn(ofOptions, option.key) ? ofOptions[option.key] : unlike
        return typeof why === 'string' ? [{ entry: option, why }] : []
      })
    const why = [...expressed, ...(parts ?? [])].includes(key) ? null : lossOf(key.replace(/^__(\w+).*/s, '$1'), value)
    return why === null ? [] : [{ entry, why }]
  })
}

const ofProviders: Readonly<Record<string, string>> = {
  transform: byReply,
  postprocess: byReply,
  delay: 'a turn is sent once the one before is answered',
  prompts: ofAgent,
}

/** What providers have beside their configuration, which is the agent's. */
export function lossesOfProviders(providers: YamlNode): Loss[] {
  return listOrOne(providers).flatMap((each) => {
    const [only] = entriesOf(each)
    const own = memberOf(each, 'id') === undefined && only !== undefined ? only.value : each
    return readUser(each) !== null
      ? []
      : entriesOf(own).flatMap((entry) => {
          const why = Object.hasOwn(ofProviders, entry.key) ? ofProviders[entry.key] : 'it is of the agent'
          return ['id', 'label', 'config', 'env'].includes(entry.key) || why === undefined ? [] : [{ entry, why }]
        })
  })
}

const unlike = 'a turn has nothing like it'

function lossOf(key: string, value: YamlNode): string | null {
  if (key === 'metadata' && value.kind === 'map' && value.entries.every((each) => each.key === 'conversationId'))
    return null
  if (key.startsWith('provider') || key === 'prompts') {
    if (readUser(value) !== null) return null
    const id = scalarText(value) ?? scalarText(memberOf(value, 'id')) ?? ''
    if (id.startsWith('promptfoo:redteam:')) return 'what goes on attacking from there is tableread attack'
  }
  return (Object.hasOwn(ofTests, key) ? ofTests[key] : undefined) ?? unlike
}

/** Members of an assertion that an expectation cannot express, and why. */
const ofAssertions: Readonly<Record<string, string>> = {
  threshold: noScores,
  provider: byJudges,
  rubricPrompt: oneQuestion,
  metric: 'there are no metrics: expectations go by their words',
  weight: 'what stands in a suite has to hold',
  config: 'a judge is shown the turn, or everything up to it',
}

/** The members of an assertion that its expectation has no place for; `read` are those that it was made from. */
export function lossesBeside(assertion: YamlNode, read: readonly string[]): Loss[] {
  return entriesOf(assertion).flatMap((entry) => {
    const { key, value } = entry
    if (key === 'type' || read.includes(key) || (key === 'weight' && scalarText(value) === '1')) return []
    const why = Object.hasOwn(ofAssertions, key) ? ofAssertions[key] : undefined
    return [{ entry, why: why ?? 'an expectation has nothing like it' }]
  })
}
