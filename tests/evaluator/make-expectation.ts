import { makeCalls } from './make-calls.ts'
import { type Making, makeCount, makeMatcher, type Tree } from './make-matcher.ts'
import { isMap, type Plain, type PlainMap, plainJson, Written } from './plain.ts'
import { texts } from './pool.ts'
import {
  backgroundOf,
  callsOf,
  type Entries,
  itemsOf,
  messagesOf,
  messageText,
  replyText,
  typeOf,
} from './transcript.ts'

/** An expectation about a turn that mostly holds, and sometimes does not. */
export function makeExpectation(entries: Entries, making: Making): Tree {
  const { dice } = making
  const parts: Record<string, Tree> = {}
  if (dice.chance(60)) parts.reply = makeReply(entries, making)
  if (dice.chance(55) || parts.reply === undefined) parts.calls = makeCalls(callsOf(entries), making)
  if (dice.chance(12)) parts.latency = makeLatency(making)
  return parts
}

const bareItem: Record<string, string> = {
  text: 'text',
  button: 'text',
  image: 'caption',
  file: 'filename',
  video: 'caption',
}

function makeReply(entries: Entries, making: Making): Tree {
  const { dice } = making
  const messages = messagesOf(entries)
  if (messages.length === 0 ? dice.chance(70) : dice.chance(2)) return 'none'
  if (messages.length === 0 && dice.chance(60))
    return { messages: dice.one<Tree>([0, { 'at most': 0 }, { 'less than': 1 }]) }
  const text = { ...making, text: true }
  const items = messages.flatMap(itemsOf)
  const replyTexts = messages.map(messageText)
  const about = makeMatcher(replyText(entries), text)
  const base = typeof about === 'object' && about !== null && !Array.isArray(about) && dice.chance(50) ? about : {}
  const entriesOf = (kind: string): string[] =>
    entries.filter((entry) => typeOf(entry) === kind).map((entry) => String(entry[kind]))
  const matcherOf = (texts: readonly string[]): Tree =>
    (texts.length === 0 ? dice.chance(70) : dice.chance(25))
      ? 'none'
      : makeMatcher(texts.join('\n'), { ...text, slip: making.slip + 20 })
  const there = ['thinking', 'summary']
    .filter((kind) => entriesOf(kind).length > 0)
    .map((kind): [string, () => Tree] => [kind, () => matcherOf(entriesOf(kind))])
  const overheard = backgroundOf(entries).map(messageText)
  if (overheard.length > 0) there.push(['background', () => matcherOf(overheard)])
  if (dice.chance(there.length > 0 ? 30 : 55)) return dice.chance(12) ? makeNegation(replyTexts, making) : about
  const parts: [string, () => Tree][] = [
    [
      'messages',
      () =>
        dice.chance(50)
          ? dice.one<() => Tree>([
              () => replyTexts.map((each) => makeMatcher(each, text)),
              () => ({ 'in any order': replyTexts.map((each) => makeMatcher(each, text)).reverse() }),
              () => ({
                contains:
                  replyTexts.length === 0 || replyTexts.includes('')
                    ? ['Yes please']
                    : [...replyTexts, dice.one(replyTexts)],
              }),
            ])()
          : dice.one([messages.length, { 'at most': 2 }, { 'at least': 2 }]),
    ],
    ['agentName', () => makeMatcher(messages[0]?.agentName ?? 'desk', { ...text, depth: 0 })],
    ...there,
    ...there,
    ...there,
    ['thinking', () => matcherOf(entriesOf('thinking'))],
    ['summary', () => matcherOf(entriesOf('summary'))],
    ['background', () => matcherOf(overheard)],
    ['content', () => makeContent(items, making)],
    ...['text', 'button', 'button', 'image', 'image', 'image', 'video', 'audio', 'file'].map(
      (kind): [string, () => Tree] => [
        kind,
        () =>
          makeItems(
            items.filter(({ type }) => type === kind),
            kind,
            making,
          ),
      ],
    ),
  ]
  const picks = [
    dice.chance(30) && there.length > 0 ? dice.one(there) : dice.one(parts),
    ...(dice.chance(30) ? [dice.one(parts)] : []),
  ]
  return { ...base, ...Object.fromEntries(picks.map(([name, make]) => [name, make()])) }
}

/** A negation, nested to any depth, of something that only one message or a button says. */
function makeNegation(sentences: readonly string[], { dice }: Making): Tree {
  const about = dice.chance(40) ? dice.one(texts) : dice.one([...sentences, 'Yes please'])
  const end = { [dice.one(['equals', 'starts with', 'ends with', 'contains'])]: about === '' ? 'no' : about }
  return dice.one<Tree>([
    { not: end },
    { none: [end, { contains: 'Friday' }] },
    { all: [{ not: end }, { not: { contains: 'Friday' } }] },
    { any: [{ not: end }, { contains: 'Friday' }] },
    { any: [{ all: [{ none: [end] }] }] },
  ])
}

function makeItems(items: Entries, kind: string, making: Making): Tree {
  const { dice } = making
  if (items.length === 0 ? dice.chance(75) : dice.chance(30)) return 'none'
  const one = (item: PlainMap): Tree => {
    const bare = item[bareItem[kind] ?? 'url'] ?? null
    if (kind === 'text' || dice.chance(40)) return makeMatcher(bare, { ...making, depth: 0, text: true })
    const members = Object.entries(item).filter(([name]) => name !== 'type')
    const some = dice
      .some(members)
      .map(([name, value]) => [name, makeMatcher(value, { ...making, text: false })] as const)
    const host = item.url === undefined ? {} : { host: dice.one(['shop.example', 'files.example']) }
    const map = { ...Object.fromEntries(some), ...(dice.chance(30) ? host : {}) }
    return Object.keys(map).length === 0 ? String(bare) : map
  }
  const candidates = items.length === 0 ? [{ text: 'Yes please', caption: 'Sorry', filename: 'Sorry' }] : items
  return dice.chance(50) ? one(dice.one(candidates)) : candidates.map(one)
}

function makeContent(items: Entries, making: Making): Tree {
  const { dice } = making
  const kinds = items.map(({ type }) => ({ kind: type ?? null }))
  return dice.one<Tree>([
    { length: makeCount(items.length, dice) },
    kinds,
    dice.chance(50) ? kinds.slice(1) : [...kinds, { kind: 'button' }],
    { contains: { kind: dice.one(['image', 'text', 'button']) } },
    { not: { contains: { kind: dice.one(['image', 'file', 'button']) } } },
    { each: { kind: dice.one(['text', { not: 'image' }]) } },
  ])
}

function makeLatency({ dice }: Making): Tree {
  return dice.one<Tree>([
    { tool: dice.one(['800 ms', '3 s', '< 1 s']) },
    { reply: dice.one(['300 ms', '350 ms', '3 s', '< 1 s']) },
    { tool: { each: dice.one(['800 ms', '3 s']) }, tools: { lookup: '1 s', cancel: { each: '3 s' } } },
    { tools: { refund: dice.one(['800 ms', '50 ms']) } },
  ])
}

/** An expectation about the stored session. */
export function makeSessionExpectation(stored: PlainMap, making: Making): Tree {
  const { dice } = making
  const at =
    (value: Plain | undefined, member?: string): (() => Tree) =>
    () => {
      const absence = dice.one<Tree>([{ present: false }, { not: 'x' }, 12])
      return value === undefined
        ? absence
        : makeMatcher(value, { ...making, ...(member === undefined ? {} : { member }) })
    }
  const details = isMap(stored.agentDetails ?? null) ? (stored.agentDetails as PlainMap) : {}
  const all: [string, () => Tree][] = [
    ['status', at(stored.status)],
    ['agent', at(details.name)],
    ['agent version', at(details.version ?? plainJson('3'))],
    ['analysis', at(stored.analysis ?? plainJson({ sentiment: 'positive' }))],
    ['variables', at(stored.dynamicVariables)],
    ['channel type', at(stored.communicationChannelType)],
    ['duration', at(stored.duration, 'duration')],
    [
      'retryAttemptNo',
      () => (stored.retryAttemptNo instanceof Written ? makeCount(dice.below(2), dice) : { present: false }),
    ],
    ['recordingUrl', () => dice.one<Tree>([{ contains: 'recordings' }, { present: false }])],
    ['calls', () => makeCalls(callsOf((stored.transcript ?? []) as unknown as Entries), making)],
  ]
  const picks = [dice.one(all), ...(dice.chance(40) ? [dice.one(all)] : [])]
  return { ...Object.fromEntries(picks.map(([name, make]) => [name, make()])), within: '1 ms' }
}
