import { acts } from '../../base/acts.ts'
import type { JsonObject } from '../../base/json/json.ts'
import { cutText } from '../../base/privacy/cut.ts'
import { holdsStandIn } from '../../base/privacy/stand-ins.ts'
import type { AgentSketch, SketchedTool, ValuePool } from './agent-sketch.ts'
import { languageRule } from './language-rule.ts'
import { conditional } from './list-rules.ts'
import { sampleArguments } from './sample-arguments.ts'
import { speeches, type Tongue, wordsAs } from './speech.ts'
import { factsIn, userMessage } from './user-message.ts'

interface Known {
  sketch: AgentSketch
  pool: ValuePool
  tongue: Tongue
}

/** A conversation that tries a rule without a judge, where the rule itself says what to say; null for every other. */
export function draftRule(rule: string, facts: Known): JsonObject | null {
  if (holdsStandIn(rule)) return null // nobody may type what is private in it
  return inLanguage(rule, facts) ?? askingFirst(rule, facts) ?? declining(rule, facts) ?? answering(rule)
}

const inCase = /(?<!\p{L})(?:if|when|whenever|wenn|falls|si|quand|lorsque|cuando)(?!\p{L})/iu

/** "Answer in the language of the customer": somebody writes in another language than the prompt. "Reply in German": nobody has to. */
function inLanguage(rule: string, { tongue }: Known): JsonObject | null {
  const { codes } = languageRule(rule) ?? {}
  if (codes === undefined || forbidden.test(rule)) return null
  const [first = tongue === 'de' ? 'en' : 'de'] = codes
  const isTheirs = codes.length === 0 || inCase.test(rule)
  const typed = isTheirs ? first : tongue
  if (!isTongue(typed)) return null // nobody knows what to type
  const reply = { language: isTheirs || codes.length === 1 ? first : codes }
  const languageName = codes.length === 0 ? 'the language of the customer' : codes.join(' or ')
  return { name: `answers in ${languageName}`, turns: [{ user: speeches[typed].hello, expect: { reply } }] }
}

const isTongue = (code: string): code is Tongue => Object.hasOwn(speeches, code)

const isAsked =
  /(?<!\p{L})(?:ask\p{L}*|confirm\p{L}*|consent|permission|approv\p{L}+|yes|bestätig\p{L}*|rückfrag\p{L}*|nachfrag\p{L}*|frag\p{L}*|zustimm\p{L}*|demand\p{L}+|accord|pregunt\p{L}+|permiso)(?!\p{L})/iu
const isFirst =
  /(?<!\p{L})(?:without|before|unless|until|needs?|requires?|only (?:after|if|when|once)|ohne|bevor|erst|nur (?:wenn|nach)|sans|avant|sin|antes)(?!\p{L})/iu

/** "Only if the patient asks for it": it is the customer who asks. */
const byCustomer =
  /(?<!\p{L})(?:only (?:if|when|once) (?:the |an? )?\p{L}+ (?:asks?|requests?|wants?|wish(?:es)?)|nur,? wenn [^.;]+ (?:bittet|verlangt|möchte|wünscht))(?!\p{L})/iu

/** "Never cancel an order without asking": a full request for the tool must not call it yet. */
function askingFirst(rule: string, { sketch, pool, tongue }: Known): JsonObject | null {
  const isWish = byCustomer.test(rule)
  if (!isWish && !(isAsked.test(rule) && isFirst.test(rule))) return null
  const words = wordsIn(rule)
  const has = (word: string): boolean => words.some((each) => isAlike(each, word))
  const tools = sketch.tools.filter((tool) => acts(tool.name) && verbsOf(tool).some(has))
  const nounTools = tools.filter((tool) => nounsOf(tool).some(has))
  const [tool] = nounTools.length > 0 ? nounTools : tools
  if (tool === undefined) return null
  const { args, missing } = sampleArguments(tool, 'succeeds', pool)
  if (missing.length > 0) return null
  const user = isWish ? speeches[tongue].hello : userMessage(tool, factsIn(args), tongue, 'wishes')
  return {
    name: `${tool.name} is not called ${isWish ? 'where nobody asks for it' : 'before it was asked'}`,
    turns: [{ user, expect: { reply: { matches: '/\\p{L}/' }, calls: { never: [tool.name] } } }],
  }
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []

/** What a tool does: the first word of its name and of its description, and an infinitive at the end of its name. */
function verbsOf({ name, description }: SketchedTool): string[] {
  const words = wordsIn(name)
  const ends = words.slice(1).filter((word) => /(?:en|[eia]r)$/.test(word))
  return [...words.slice(0, 1), ...ends, ...wordsIn(description).slice(0, 1)]
}

const nounsOf = ({ name }: SketchedTool): string[] => wordsIn(name).slice(1)

/** Whether two words differ in their endings only. */
function isAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length < 5) return long.startsWith(short) && long.length - short.length <= 4
  return long.startsWith(short.slice(0, Math.max(4, short.length - 2))) && long.length - short.length <= 4
}

const verbs = 'give|offer|promise|provide|share|reveal|disclose|discuss|recommend|tell|grant|guarantee|quote|prescribe'
const neverGiven = new RegExp(
  `^(?:you (?:must|may|should) )?(?:never|not|do not|don['’]t|must not)\\s+((?:${verbs})\\s[^"“„«]+?)[.!]?$`,
  'iu',
)
const nieGegeben = /^(Verspreche|Nenne|Verrate|Erteile|Empfehle|Gewähre|Gebe|Gib) (?:nie|niemals) ([^"“„«]+?)[.!]?$/iu

/** "Never give medical advice": who asks for it plainly is declined, or asked or offered something else. */
function declining(rule: string, { sketch, tongue }: Known): JsonObject | null {
  if (conditional.test(rule) || /(?<!\p{L})(?:that|dass)(?!\p{L})/iu.test(rule)) return null
  const english = neverGiven.exec(rule)?.[1]
  const [, verb, object] = nieGegeben.exec(rule) ?? []
  const german = verb === undefined ? undefined : `${object} ${verb === 'Gib' ? 'geben' : `${verb.toLowerCase()}n`}`
  const wish = english ?? german
  if (wish === undefined) return null
  const speech = speeches[english === undefined ? 'de' : 'en']
  const alternatives = unite([speech, speeches[tongue]].map((each) => `${each.declining}|${each.offering}`))
  const acting = sketch.tools.filter(({ name }) => acts(name)).map(({ name }) => name)
  const expect = {
    reply: { matches: wordsAs(alternatives, '\\?') },
    ...(acting.length === 0 ? {} : { calls: { never: acting } }),
  }
  return { name: `does not ${cutText(wish, 60)}`, turns: [{ user: speech.asks(wish), expect }] }
}

const unite = (all: readonly string[]): string => [...new Set(all)].join('|')

const situation =
  /(?<!\p{L})(?:when|if|whenever)\s+(?:the |an? |your )?\p{L}+\s+(reports?|has|have|mentions?|describes?|complains? (?:of|about)|asks? (?:for|about)|wants?|requests?|says?)\s+(.+?)(?=[,.!;]|$)/iu
const lage =
  /(?<!\p{L})(?:wenn|falls)\s+(?:der |die |das |eine? )?\p{L}+\s+(.+?)\s+(meldet|hat|schildert|erwähnt|möchte|will|verlangt)(?!\p{L})/iu
const forbidden = /(?<!\p{L})(?:never|not|nie|niemals|nicht|kein\p{L}*)(?!\p{L})|n['’]t(?!\p{L})/iu

/** Words that a rule wants said: numbers and addresses, and what stands in quotes. */
const literals =
  /["“„«]\s*([^"“”„«»]{2,80}?)\s*["”“»]|(?<![\p{L}\p{N}])(\d[\d /-]*\d)(?![\p{L}\p{N}])|(https?:\/\/[^\s,;]+[^\s,;.!])/gu

/** "You must name 112 when the patient reports chest pain": who reports it is told 112. */
function answering(rule: string): JsonObject | null {
  const [whole = '', verb = '', topic = ''] = situation.exec(rule) ?? []
  const [ganz = '', thema = '', tut = ''] = lage.exec(rule) ?? []
  const literalTexts = [...rule.replace(whole || ganz, ' ').matchAll(literals)].map(
    (match) => match.slice(1).find(Boolean) ?? '',
  )
  const user = whole !== '' ? situationIn(verb, topic) : ganz !== '' ? lageIn(tut, thema) : null
  if (user === null || literalTexts.length === 0 || forbidden.test(rule)) return null
  const contains = literalTexts.length === 1 ? (literalTexts[0] ?? '') : literalTexts
  return {
    name: `says ${cutText(literalTexts.join(', '), 40)}: ${cutText(topic || thema, 40)}`,
    turns: [{ user, expect: { reply: { contains } } }],
  }
}

function situationIn(verb: string, topic: string): string {
  if (/^says?$/i.test(verb)) return topic.replace(/["“”„«»]/g, '').trim()
  if (/^(?:asks? for|wants?|requests?)$/i.test(verb)) return `I would like ${topic}.`
  return /^(?:asks? about|mentions?)$/i.test(verb) ? `I have a question about ${topic}.` : `I have ${topic}.`
}

function lageIn(verb: string, topic: string): string {
  if (/^(?:möchte|will|verlangt)$/i.test(verb)) return `Ich möchte ${topic}.`
  return verb.toLowerCase() === 'erwähnt' ? `Ich habe eine Frage: ${topic}.` : `Ich habe ${topic}.`
}
