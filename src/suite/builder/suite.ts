import { hasMembers, insistKind } from '../../base/json/insist-kind.ts'
import type { Conversation, ConversationBuilder, SimulatedConversation, Speaking, TurnBuilder } from './builder.ts'
import type { Settings } from './settings.ts'
import { type ConversationDraft, type MappingDraft, siteOf, type WrittenMember, writtenIn } from './written.ts'

/** A suite as given in code: plain data with the place of every call. */
export interface CodeSuite extends MappingDraft {
  name: string
  conversations: readonly ConversationDraft[]
}

/**
 * A suite in code: its name, settings with the keys of a suite file, and its conversations. Nothing is checked
 * before `readSuite`.
 */
export function suite(name: string, settings: Settings, conversations: readonly Conversation[]): CodeSuite {
  const areBuilt = Array.isArray(conversations) && conversations.every((each) => hasMembers(each, 'draft'))
  const wanted = 'suite() takes its name, its settings and a list of what conversation() begins'
  insistKind(areBuilt, wanted, conversations ?? settings)
  const site = siteOf(suite, 'suite')
  return {
    name,
    site,
    members: [{ key: 'suite', value: name, site }, ...writtenIn(settings, site)],
    conversations: conversations.map(({ draft }) => draft),
  }
}

/** The builder methods that set one key of the conversation, with that key in the suite language. */
const settingKeys: Record<
  Exclude<keyof ConversationBuilder, 'user' | 'agentStarts' | 'step' | 'simulatedUser'>,
  string
> = {
  agent: 'agent',
  agentVersion: 'agent version',
  historyFrom: 'history from',
  metadata: 'metadata',
  customer: 'customer',
  variables: 'variables',
  tags: 'tags',
  repeat: 'repeat',
  seeds: 'seeds',
  everyTurn: 'every turn',
  laws: 'laws',
  claims: 'claims',
  timeLimit: 'time limit',
  repeatable: 'repeatable',
  alone: 'alone',
  snapshots: 'snapshots',
  stopAfterFailure: 'stop after failure',
  clock: 'clock',
  skip: 'skip',
  only: 'only',
  expectedFail: 'expected fail',
  parameters: 'parameters',
  history: 'history',
  before: 'before',
  after: 'after',
}

/** Begins a conversation: settings first, then turns, each followed by its expectations. */
export function conversation(name: string): ConversationBuilder {
  const site = siteOf(conversation, 'conversation')
  return beginning({ site, members: [{ key: 'name', value: name, site }], turns: [] })
}

function beginning(draft: ConversationDraft): ConversationBuilder {
  const settings = Object.entries(settingKeys).map(([name, key]) => {
    const set = (...[value = key === 'only' ? true : undefined]: unknown[]): ConversationBuilder =>
      beginning(withMember(draft, { key, value, site: siteOf(set, name) }))
    return [name, set]
  })
  const agentStarts: ConversationBuilder['agentStarts'] = (options = {}) => {
    const site = siteOf(agentStarts, 'agentStarts')
    return withTurn(draft, [{ key: 'agent starts', value: true, site }, ...writtenIn(options, site)])
  }
  return { draft, ...Object.fromEntries(settings), ...speaking(draft), agentStarts } as unknown as ConversationBuilder
}

function speaking(draft: ConversationDraft): Speaking {
  const user: TurnBuilder['user'] = (text, options = {}) => {
    const site = siteOf(user, 'user')
    return withTurn(draft, [{ key: 'user', value: text, site }, ...writtenIn(options, site)])
  }
  const step: TurnBuilder['step'] = (input) => withTurn(draft, writtenIn(input, siteOf(step, 'step')))
  const simulatedUser: TurnBuilder['simulatedUser'] = (value) =>
    ending(withMember(draft, { key: 'simulated user', value, site: siteOf(simulatedUser, 'simulatedUser') }))
  return { user, step, simulatedUser }
}

/** No scripted turns may follow a simulated user. */
function ending(draft: ConversationDraft): SimulatedConversation {
  const session: SimulatedConversation['session'] = (value) =>
    ending(withMember(draft, { key: 'session', value, site: siteOf(session, 'session') }))
  return { draft, session }
}

function going(draft: ConversationDraft): TurnBuilder {
  const expect: TurnBuilder['expect'] = (value) =>
    inTurn(draft, { key: 'expect', value, site: siteOf(expect, 'expect') })
  const requires: TurnBuilder['requires'] = (value) =>
    inTurn(draft, { key: 'requires', value, site: siteOf(requires, 'requires') })
  const capture: TurnBuilder['capture'] = (value) =>
    inTurn(draft, { key: 'capture', value, site: siteOf(capture, 'capture') })
  const session: TurnBuilder['session'] = (value) =>
    going(withMember(draft, { key: 'session', value, site: siteOf(session, 'session') }))
  return { draft, ...speaking(draft), expect, requires, capture, session }
}

function withMember(draft: ConversationDraft, member: WrittenMember): ConversationDraft {
  return { ...draft, members: [...draft.members, member] }
}

function withTurn(draft: ConversationDraft, members: WrittenMember[]): TurnBuilder {
  const site = members[0]?.site ?? draft.site
  return going({ ...draft, turns: [...draft.turns, { site, members }] })
}

function inTurn(draft: ConversationDraft, member: WrittenMember): TurnBuilder {
  const turns = draft.turns.map((turn, index) =>
    index === draft.turns.length - 1 ? { ...turn, members: [...turn.members, member] } : turn,
  )
  return going({ ...draft, turns })
}
