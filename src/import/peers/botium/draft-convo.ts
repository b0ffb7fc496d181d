import { isJsonObject, type JsonValue } from '../../../base/json/json.ts'
import { completeConversation, skipFor } from '../draft/complete-conversation.ts'
import { joinConditions, negateCondition, uniqueConditions } from '../draft/conditions.ts'
import {
  addTurn,
  type Condition,
  type DraftConversation,
  type DraftNote,
  type DraftTurn,
  nameOnce,
  notesAt,
  type PeerOrigin,
  startConversation,
  startTurn,
} from '../draft/draft.ts'
import { applyAsserter, applyHook, reasonFor } from './apply-call.ts'
import { type Convo, crossRows, type Library, numberRows } from './convo.ts'
import { type ConvoWords, draftText, expectPieces, namesInConvo } from './convo-words.ts'
import { defaultMode, matchAny, type Pieces } from './match-text.ts'
import { type BotiumCall, type BotiumStep, readStep } from './read-step.ts'
import type { Inclusion, InclusionMap } from './use-partials.ts'

/** One convo as a conversation of a suite, its partial convos in place; null when nothing is said in it. */
export function draftConvo(convo: Convo, library: Library, included: InclusionMap): DraftConversation | null {
  const conversation = startConversation(convo.name, convo.origin)
  const steps = stepsOf(convo, library, conversation.notes, [], convo.origin.file)
  if (conversation.notes.length > 0) skipFor(conversation, 'a part of it is missing: write the turns that it included')
  const words: ConvoWords = { conversation, memories: new Set(), captured: new Set(), spoken: new Map() }
  const rows = giveMemories(steps, words, library)
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index]
    if (step === undefined) continue
    const before = conversation.turns.length
    if (step.sender === 'me') rows.push(...applyMe(step, words, library))
    else if (step.sender === 'bot') {
      const turn =
        conversation.turns.findLast(({ speaker }) => speaker !== 'wait') ??
        addTurn(conversation, 'agent', '', step.origin)
      const alternatives = isConditional(step) ? steps.slice(index, endOfRun(steps, index)) : []
      if (alternatives.length > 0) joinConditional(alternatives, turn, words, library)
      else applyBot(step, turn, words, library)
      index += Math.max(0, alternatives.length - 1)
      for (const each of [step, ...alternatives]) included.add(turn, each.within)
    } else for (const call of step.calls) applyHook(call, words, conversation.notes)
    for (const turn of conversation.turns.slice(before)) included.add(turn, step.within)
  }
  const crossed = crossRows(rows)
  conversation.parameters = numberRows(crossed.rows)
  if (crossed.cut) {
    const why =
      'there are more combinations of utterances and values than a conversation has rows: the first 200 are here'
    notesAt(conversation, convo.origin)('changed', convo.name, why)
  }
  return completeConversation(conversation) ? conversation : null
}

/** Consecutive conditional steps are alternatives. */
function endOfRun(steps: readonly BotiumStep[], from: number): number {
  const end = steps.findIndex((step, index) => index > from && !(step.sender === 'bot' && isConditional(step)))
  return end === -1 ? steps.length : end
}

/** Scripting memory gives values to a convo that names one of its variables; each case becomes a row. */
function giveMemories(steps: readonly BotiumStep[], words: ConvoWords, library: Library): Record<string, string>[][] {
  const texts = steps.flatMap(({ text, calls }) => [text ?? '', ...calls.flatMap(({ args }) => args)])
  const spoken = texts.flatMap((text) => [text, ...(library.utterances.get(text)?.texts ?? [])])
  const names = new Set(spoken.flatMap(namesInConvo))
  return library.memories.flatMap(({ rows, origin }) => {
    const columns = Object.keys(rows[0] ?? {}).map((column) => [column.replace(/^\$/, ''), column] as const)
    const columnsUsed = columns.filter(([name]) => names.has(name))
    if (columnsUsed.length === 0) return []
    library.used.set(origin.file, words.conversation.origin.file)
    for (const [name] of columnsUsed) words.memories.add(name)
    return [rows.map((row) => Object.fromEntries(columnsUsed.map(([name, column]) => [name, row[column] ?? ''])))]
  })
}

function isConditional({ calls }: BotiumStep): boolean {
  return calls.some(isCondition)
}

function isCondition({ name }: BotiumCall): boolean {
  return name.startsWith('CONDITIONAL_STEP')
}

/** Joins steps of which a condition selects one: the reply must match any of them. */
function joinConditional(steps: readonly BotiumStep[], turn: DraftTurn, words: ConvoWords, library: Library): void {
  const any: Condition[] = []
  for (const step of steps) {
    const aside = startTurn('user', '', step.origin)
    applyBot({ ...step, calls: step.calls.filter((call) => !isCondition(call)) }, aside, words, library, false)
    turn.notes.push(...aside.notes)
    for (const call of step.calls.filter(isCondition)) {
      const why = 'nothing is asked before a reply is judged: it has to be as one of these steps says'
      notesAt(turn, call.origin)('changed', call.written, why)
    }
    for (const kind of Object.keys(aside.items))
      notesAt(turn, step.origin)('lost', kind, 'items are expected or not, and no alternatives')
    if (aside.conditions.length > 0) any.push(joinConditions(aside.conditions))
  }
  const once = uniqueConditions(any)
  if (once.length > 0) turn.conditions.push(once.length === 1 ? (once[0] ?? {}) : { any: once })
}

interface IncludedStep extends BotiumStep {
  within: readonly Inclusion[]
}

function stepsOf(
  convo: Convo,
  library: Library,
  lossNotes: DraftNote[],
  within: readonly Inclusion[],
  file: string,
): IncludedStep[] {
  const open = [...within.map(({ name }) => name), convo.name]
  const steps = convo.steps.map((step) => readStep(step, (line) => library.utterances.has(line)))
  return steps.flatMap((step) => {
    const isOwn = step.sender !== 'include'
    const includes = step.calls.filter(({ name }) => name === 'INCLUDE')
    const names = [...includes.flatMap(({ args }) => args), ...(isOwn ? [] : (step.text?.split('\n') ?? []))]
    const own = isOwn ? [{ ...step, within, calls: step.calls.filter((call) => !includes.includes(call)) }] : []
    const included = names.flatMap((name) => {
      const partial = library.partials.get(name)
      if (partial === undefined || open.includes(name) || open.length > 20) {
        const why = partial === undefined ? 'these files have no partial convo of this name' : 'it includes itself'
        notesAt({ notes: lossNotes }, includes[0]?.origin ?? step.origin)('lost', `INCLUDE ${name}`, why)
        return []
      }
      library.used.set(partial.origin.file, file)
      return stepsOf(partial, library, lossNotes, [...within, { name }], file)
    })
    return [...own, ...included]
  })
}

/** Adds the expectations of a bot step to the turn that it answers; `must`: whatever else it might say. */
function applyBot(step: BotiumStep, turn: DraftTurn, words: ConvoWords, library: Library, must = true): void {
  const { text, json, not, optional, calls, origin } = step
  const lose = (what: string, why: string, at = origin): void => notesAt(turn, at)('lost', what, why)
  const mode = modeOf(step)
  const reply = json === null ? text : textIn(json)
  if (!optional) turn.answered = true
  if (optional) {
    const why = 'an optional message may come or not, so nothing can be held against it'
    if (reply !== null || calls.length === 0) lose(reply ?? '?', why)
  } else {
    const raw =
      reply === null ? 'the raw answer of the bot is another one here' : 'only its text is held against the reply'
    if (json !== null) lose(JSON.stringify(json), raw)
    if (reply !== null) {
      const matching = matchAny(expandText(reply, words, library, origin, turn, must && !not), mode)
      if (matching.ok) turn.conditions.push(not ? negateCondition(matching.condition) : matching.condition)
      else lose(reply, matching.why)
    } else if (json === null && !calls.some(({ role }) => role === 'asserter' || role === 'custom'))
      turn.conditions.push({ empty: false })
  }
  for (const call of calls) {
    if (call.role === 'hook') applyHook(call, words, turn.notes, optional ? undefined : turn)
    else if (call.role === 'custom') lose(call.written, reasonFor(call.name), call.origin)
    else if (call.optional)
      lose(call.written, 'what is optional may be or not, so nothing can be held against it', call.origin)
    else {
      const why = applyAsserter(call, turn, mode, (each) => expandText(each, words, library, call.origin, turn))
      if (why !== null) lose(call.written, why, call.origin)
    }
  }
}

function modeOf({ calls }: BotiumStep): string {
  const parameters = calls.find(({ name }) => name === 'CONVO_STEP_PARAMETERS')
  return /"matchingMode"\s*:\s*"(\w+)"/.exec(parameters?.args.join('|') ?? '')?.[1] ?? defaultMode
}

/** The texts that an expected text stands for: those of the utterances of that name, or itself. */
function expandText(
  text: string,
  words: ConvoWords,
  library: Library,
  origin: PeerOrigin,
  turn: DraftTurn,
  must = false,
): Pieces[] {
  const utterances = library.utterances.get(text)
  if (utterances === undefined) return [expectPieces(text, words, origin, turn, must)]
  library.used.set(utterances.origin.file, origin.file)
  return utterances.texts.map((each) => expectPieces(each, words, utterances.origin, turn))
}

/** Adds a turn of the user; returns the rows that result from its utterances. */
function applyMe(step: BotiumStep, words: ConvoWords, library: Library): Record<string, string>[][] {
  const { conversation } = words
  const turn = addTurn(conversation, 'user', '', step.origin)
  const rows: Record<string, string>[][] = []
  const utterances = step.text === null ? undefined : library.utterances.get(step.text)
  if (utterances !== undefined && utterances.texts.length > 0) {
    library.used.set(utterances.origin.file, step.origin.file)
    const spokenText = words.spoken.get(utterances.name)
    const name =
      spokenText ?? nameOnce(`said_${utterances.name.replace(/\W+/g, '_')}`, 'said', new Set(words.spoken.values()))
    if (spokenText === undefined) rows.push([...new Set(utterances.texts)].map((text) => ({ [name]: text })))
    words.spoken.set(utterances.name, name)
    turn.text = `{{${name}}}`
  } else if (step.json !== null) turn.text = sayJson(step, turn, words)
  else if (step.text !== null) turn.text = draftText(step.text, words, step.origin, turn.notes)
  for (const call of step.calls) {
    if (call.role === 'input') applyInput(call, turn, words)
    else if (isCondition(call)) {
      notesAt(turn, call.origin)('lost', call.written, 'a turn is always sent')
      skipFor(conversation, 'it says something only under a condition: make it two conversations')
    } else applyHook(call, words, turn.notes)
  }
  if (turn.text === '') notesAt(turn, step.origin)('lost', '#me', 'no text is sent here, and a turn has one')
  return rows
}

/** The text of a message that is JSON; a turn has no place for the rest of it. */
function sayJson({ json, origin }: BotiumStep, turn: DraftTurn, words: ConvoWords): string {
  const text = textIn(json)
  const why = text === null ? 'a turn sends a text, and this message has none' : 'only its text is sent'
  notesAt(turn, origin)('lost', JSON.stringify(json), why)
  return text === null ? '' : draftText(text, words, origin, turn.notes)
}

/** The text of a message, under the names that most connectors use. */
function textIn(json: JsonValue): string | null {
  if (!isJsonObject(json)) return null
  const text = [json.text, json.messageText, json.message].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  )
  return typeof text === 'string' ? text : null
}

function applyInput({ name, args, origin, written }: BotiumCall, turn: DraftTurn, words: ConvoWords): void {
  const note = notesAt(turn, origin)
  const [first = '', second = ''] = args
  if (name === 'BUTTON') {
    turn.text ||= draftText(second || first, words, origin, turn.notes)
    note('changed', written, 'pressing a button is saying its text')
  } else if (name === 'MEDIA' && /^https?:\/\//.test(first)) {
    turn.attachments.push(draftText(first, words, origin, turn.notes))
    if (turn.text !== '') return
    turn.text = 'Here is a file.'
    note('changed', written, 'a file is sent with a text')
  } else if (name === 'MEDIA') note('lost', written, 'attachments are public links, and this is none')
  else {
    note('lost', written, 'there are no forms to fill in')
    skipFor(words.conversation, 'it fills in a form: write what the user says instead')
  }
}
