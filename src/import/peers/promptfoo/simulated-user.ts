import type { JsonObject } from '../../../base/json/json.ts'
import { count } from '../../../base/text/wording.ts'
import type { YamlNode } from '../../../suite/yaml/node.ts'
import { skipFor } from '../draft/complete-conversation.ts'
import { addTurn, type DraftConversation, type DraftTurn, notesAt, startTurn } from '../draft/draft.ts'
import { entriesOf, memberOf, originAt, scalarText, showEntry } from '../draft/read-members.ts'
import type { SourceFile } from '../draft/source-file.ts'
import type { Collecting, PromptTest } from './collect-tests.ts'
import { openReference } from './open-reference.ts'
import { bySpeakers, readHistory } from './prompt-template.ts'
import type { UserConfig } from './user-provider.ts'

const expressed = ['instructions', 'injectVar', 'maxTurns', 'initialMessages']

/** What a simulated user is told to want; a variable of each test, unless its configuration says it. */
export function instructionsOf({ config }: UserConfig): string {
  const variable = scalarText(memberOf(config, 'injectVar')) ?? 'instructions'
  return scalarText(memberOf(config, 'instructions')) ?? `{{${variable}}}`
}

/**
 * Gives a conversation the simulated user of a test: what it wants, its patience, and the messages from before as
 * fixed turns. A model spoke for it and decided when it was done, neither of which a file says: the conversation is
 * skipped until both are written. Returns the turn that collects what is expected of the whole talk.
 */
export function draftUser(
  conversation: DraftConversation,
  { user, vars, origin }: PromptTest & { user: UserConfig },
  render: (text: string) => string,
  source: SourceFile,
  collecting: Collecting,
): DraftTurn {
  const whole = startTurn('user', '', origin)
  const { config } = user
  const note = notesAt(whole, originAt(source.name, user.at.at))
  for (const entry of entriesOf(config))
    if (!expressed.includes(entry.key))
      note(
        'lost',
        showEntry(entry),
        entry.key === 'stateful'
          ? 'each conversation has its session'
          : 'who speaks for the user is a model of the config',
      )
  const messagesNode = memberOf(vars.get('initialMessages') === undefined ? config : undefined, 'initialMessages')
  for (const { role, text } of historyOf(vars.get('initialMessages') ?? messagesNode)) {
    const last = conversation.turns.at(-1)
    if (role === 'other') note('lost', text, bySpeakers)
    else if (role === 'user') addTurn(conversation, 'user', render(text), origin).answered = true
    else (last ?? addTurn(conversation, 'agent', '', origin)).remarks.push({ label: 'the agent said', text })
  }
  const wants = oneBrace(render(instructionsOf(user)).replace(/\s+/g, ' ').trim())
  const turns = Number(scalarText(memberOf(config, 'maxTurns')) ?? 10)
  const card: JsonObject = {
    wants: wants === '' ? 'TODO: what the user wants' : wants,
    patience: count(Number.isInteger(turns) && turns > 0 ? turns : 10, 'turn'),
    'done when': { calls: ['TODO'] },
  }
  conversation.simulated = { user: card, whole }
  skipFor(conversation, 'a model spoke for this user: name one under model:, or write opens with: and answers:')
  return whole

  function historyOf(node: YamlNode | undefined) {
    const path = scalarText(node)
    if (node === undefined || path === null) return readHistory(node)
    const beside = path.startsWith('file://') ? openReference(path, { node, source }, collecting) : null
    const history = beside?.ok === true ? beside.nodes[0] : undefined
    if (history === undefined)
      note('lost', `initialMessages: ${path}`, 'the messages cannot be read: write them as turns')
    else collecting.uses(history.source)
    return readHistory(history?.node)
  }
}

/** Completes a simulated user once all assertions are read: it is done when the calls that they ask for were made. */
export function completeUser(conversation: DraftConversation): void {
  const { simulated } = conversation
  if (simulated === null) return
  const { whole, user } = simulated
  const { 'in order': inOrder, 'any order': anyOrder, exactly } = whole.calls
  if (inOrder !== undefined) user['done when'] = { calls: inOrder }
  else if (anyOrder !== undefined) user['done when'] = { calls: { 'any order': anyOrder } }
  else if (exactly !== undefined) user['done when'] = { calls: exactly }
  else skipFor(conversation, 'a model said when it was done: write at TODO the call that gives the user what it wants')
  const [words, rest] = [whole.conditions.filter((each) => !isNegation(each)), whole.conditions.filter(isNegation)]
  whole.conditions = rest
  const note = notesAt(whole, whole.origin)
  for (const each of words)
    note('lost', JSON.stringify(each), 'somebody said it somewhere in the talk: expect it of a turn, or write judge:')
  if (rest.length > 0) note('changed', 'not-…', 'no reply of the agent may be so; what the user says does not count')
  if (whole.latency !== null) note('lost', `latency ${whole.latency}`, 'it was the time of the whole talk')
  whole.latency = null
}

function isNegation(condition: JsonObject): boolean {
  return Object.keys(condition).every((key) => key === 'not' || key === 'none')
}

/** `{name}` in what a user wants would be a fact of its card. */
function oneBrace(text: string): string {
  return text.replace(/(?<!\{)\{(?!\{)([^{}]*)\}(?!\})/g, '($1)')
}
