import { isBlank } from '../../base/text/characters.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'
import { nameLanguage } from '../../suite/language/matchers/text-measures.ts'
import { readLanguages } from '../expect/words/language.ts'
import type { TurnRun } from '../run/conversation-run.ts'
import { findPhrase, hasPhrases } from './agent-phrases.ts'
import { firstWords } from './card.ts'
import { findForeignFact } from './foreign-fact.ts'

/** A message of a simulated user, with what it is checked against before it is sent. */
export interface Utterance {
  text: string
  /** Everything that the user may know: its card, what it said before, what the agent said. */
  knownTexts: readonly string[]
  /** The functions that were called in the talk, or that the conversation expects. */
  tools: readonly string[]
  earlier: readonly string[]
  repeatsAtMost: number
  /** The current time of the talk, in ISO format, to resolve `next Tuesday`. */
  now?: string
}

export interface BrokenLaw {
  law: UserLaw
  why: string
}

export type UserLaw =
  | 'says something'
  | 'no reasoning'
  | 'no stage directions'
  | "not the agent's role"
  | 'no tool talk'
  | 'no early stop'
  | 'no loop'
  | 'no fact outside the card'

const laws: Record<UserLaw, (said: Utterance) => string | null> = {
  'says something': ({ text }) =>
    isBlank(text) ? 'it says nothing' : text.length > longest ? `it is longer than ${longest} characters` : null,
  'no reasoning': (utterance) => firstOf(reasoning, utterance, 'it tells what it thinks'),
  'no stage directions': (utterance) => firstOf(directions, utterance, 'it describes instead of saying'),
  "not the agent's role": (utterance) =>
    firstOf(agentWords, utterance, speaksAsAgent) ?? quote(findPhrase('agent', utterance.text), speaksAsAgent),
  'no tool talk': talksOfTools,
  'no early stop': (utterance) =>
    firstOf(farewells, utterance, endsEarly) ?? quote(findPhrase('farewell', utterance.text), endsEarly),
  'no loop': loops,
  'no fact outside the card': tellsForeignFact,
}

export function findBrokenLaw(utterance: Utterance): BrokenLaw | null {
  for (const law of Object.keys(laws) as UserLaw[]) {
    const why = laws[law](utterance)
    if (why !== null) return { law, why }
  }
  return null
}

/** Nobody wrote down how an agent speaks in its language. Null where a message is too short to tell that. */
export function describeUnknownTongue(text: string): string | null {
  const { main } = readLanguages(text)
  if (main === null || hasPhrases(main)) return null
  return `what it says is in ${nameLanguage(main)}, in which it is not known how an agent speaks: "${firstWords(text)}"`
}

/** Nobody types a longer message. */
const longest = 4_000

/** A plan, a thought, or the prompt leaking into the message. */
const reasoning: readonly RegExp[] = [
  /<\/?(?:think|thinking|thought|reasoning|analysis|scratchpad|reflection)\b/i,
  /(?:^|\n)[ \t*]*(?:thoughts?|thinking|reasoning|analysis|rationale|scratchpad|user response|my response|final answer)[ \t*]*:/i,
  /\b(?:as|i am|i'm) (?:an? )?(?:ai|language model|llm|simulated user|user simulator)\b/i,
  /\b(?:simulated user|user simulat(?:or|ion)|my (?:instructions|system prompt|task card|persona)|role-?play(?:ing)?)\b/i,
  /\bthe (?:instructions?|scenario|task card|system prompt) (?:says?|states?|tells?|requires?)\b/i,
  /\bthe (?:user|customer) (?:should|would|needs?|wants?|is supposed)\b/i,
  /\bi (?:should|need to|must|will) (?:now )?(?:respond|reply|say that|tell the agent|wait for the agent|give the agent|provide the agent|stay in character|pretend)\b/i,
  /\blet(?: me|'s| us) think(?:\s{0,9}:| step by step\b| about what to (?:say|answer|reply)\b)/i,
  /(?:^|\n)[ \t*]*(?:my |the )?plan[ \t*]*:/i,
  /\bthe (?:agent|assistant) (?:is asking|asks|has asked|wants me to|needs me to|has not|hasn't)\b/i,
  /\bas (?:the|an?) (?:user|customer|client)\b[^.!?\n]{0,20}\b(?:i|we|my)\b/i,
  /(?:^|[.!?\n]\s{0,9})(?:okay|ok|so|now|alright|right|well|hm+)[, ]+the (?:agent|assistant|bot) \w/i,
  /\bwe (?:need|have|ought|should|must|are) (?:to |supposed to )?(?:respond|reply|answer|say|write|act|play)\b/i,
  /\b(?:respond|reply|answer|speak|write|act) as (?:the |an? )?(?:user|customer|client)\b/i,
  /\bmy (?:goal|task|objective|role|scenario|mission|brief) (?:here )?(?:is|says|was|requires)\b/i,
  /\baccording to (?:my|the) (?:card|instructions?|scenario|facts|brief|script|persona|prompt|task)\b/i,
  /\bi(?:'m| am) (?:playing|acting as|pretending to be|simulating) (?:the|an?) (?:customer|user|client|caller)\b/i,
  /\b(?:so|and|then) (?:next|now),? i(?:'ll| will| should| must| need to)? (?:provide|give|answer|respond|reply|confirm|wait|share|stay)\b/i,
]

/** Stage directions, and speaker labels. */
const directions: readonly RegExp[] = [
  /\*\s{0,3}(?:\w{1,20}ly )?\w{2,20}(?:s|ing)\b[^*\n]{0,60}\*/i,
  /[([]\s{0,3}(?:\w{1,20}ly )?(?:sighs?|pauses?|waits?|waiting|thinks?|thinking|silence|laughs?|typing|types|hangs? up|nods?|smiles?|angrily|calmly|hesitates?|ends?|checks?|checking|looks?|looking|provides?|user|customer|in character|out of character)\b[^)\]\n]{0,80}[)\]]/i,
  /^[ \t*]*(?:user|customer|human|caller|client|me|myself)[ \t*]*:/i,
  /[([]\s{0,3}the (?:user|customer|human|caller|client)\b[^)\]\n]{0,80}[)\]]/i,
  /\[\s{0,3}[a-z]{2,20}s (?:an?|the|his|her|their|some)\b[^\]\n]{0,80}\]/i,
  /(?<![\w])_\s{0,3}(?:[a-z]{1,20}ly )?[a-z]{2,20}(?:s|ing)(?![a-z])[^_\n]{0,60}_(?!\w)/i,
]

const speaksAsAgent = 'it speaks as the agent'

/** Phrases that only an agent would use; `agent-phrases.ts` has those of other languages. */
const agentWords: readonly RegExp[] = [
  /(?:^|\n)[ \t*]*(?:agent|assistant|bot|support|representative|system)[ \t*]*:/i,
  /\bhow (?:can|may|could) i (?:help|assist|be of)\b/i,
  /\banything else (?:that )?i can (?:help|assist|do for)\b/i,
  /\bi(?:'d| would|'ll| will|'m| am) (?:be )?(?:happy|glad|pleased|here) to (?:help|assist)\b/i,
  /\bthank(?:s| you) for (?:contacting|calling|reaching out|your patience|choosing)\b/i,
  /\bi(?:'ve| have)? (?:now |successfully )?(?:processed|issued|cancell?ed|updated|booked|refunded|transferred|escalated|located|modified|initiated) (?:your|you)\b/i,
  /\b(?:i|we)(?:'ve|'ll|'m| have| will| can| am| are)?(?: now| just| already| successfully| going to){0,2} (?:process|issu|cancel|updat|book|refund|transfer|chang|modif|arrang|submit|initiat|complet|escalat|resolv|reset|exchang|schedul|remov|correct)(?:e|l?ed|l?ing|ied|y|s)?\b[^.?!\n]{0,60}\bfor you\b/i,
  /\byour (?:order|refund|reservation|booking|account|return|exchange|flight|ticket|payment|request)(?: (?:no\.? |number |#)?[#\w-]{1,30})? (?:(?:has|have|will) (?:now |already |successfully ){0,2}be(?:en)?\b|(?:is|are|was|were) (?:now |already |successfully |being ){0,2}(?:be(?:en)?|cancell?ed|refunded|processed|booked|updated|changed|issued|exchanged|confirmed|approved|completed|initiated)\b)/i,
  /\bwhat(?:'s| is| was) your (?:order|account|user|customer|reservation|booking|confirmation|zip|full name|date of birth)\b/i,
  /\b(?:provide|share|give|tell|confirm|verify)(?: me)?(?: with)? your (?:order|account|user|customer|reservation|booking|confirmation|e-?mail|phone|zip|full name|name|address|date of birth)\b/i,
  /\bmay i have your\b/i,
  /\bi(?:'ll| will| can) (?:transfer you|look (?:that|this|it) up for you|check (?:that|this|it) for you)\b/i,
  /\bas your (?:agent|assistant|representative)\b/i,
  /\bwe(?:'ve| have)? (?:now |successfully )?(?:received|processed|issued|cancell?ed|updated|booked|refunded|escalated|located|forwarded) your\b/i,
  /\bour (?:team|specialists?|support team|customer service) (?:will|can)\b/i,
  /\bi (?:\w{1,12}ly )?understand your (?:frustration|concern|situation|request)/i,
  /\bapologi[sz]e for (?:the|any|this) (?:inconvenience|delay|trouble|confusion)\b/i,
  /\blet me (?:look|check|pull|find|see|verify|take a look)\b[^.?!\n]{0,40}\bfor you\b/i,
  /\bi can (?:\w{1,12}ly )?(?:help|assist) you\b/i,
]

const endsEarly = 'it ends the talk before its goal is reached'

const farewells: readonly RegExp[] = [
  /#{2,}|\[(?:done|end|stop|transfer|exit|finished|terminate)\]|<\/?(?:end|stop|done|exit)\b/i,
  /^\s{0,9}(?:stop|exit|quit|terminate)[.!]?\s{0,9}$/i,
  /\b(?:good ?bye|bye|farewell|have a (?:nice|great|good|lovely) (?:day|one|evening|weekend|rest))\b/i,
  /\bend (?:of )?(?:the |this )?(?:conversation|chat|dialogue|call)\b/i,
  /\bthat(?:'s| is|'ll be| will be) all(?: i (?:need|needed|wanted)\b| for (?:now|today)\b|[,.! ]*(?:thanks?|thank you)?[.! ]*$)/i,
  /\bi(?:'ve| have)(?: got)? (?:everything|all) i (?:need|needed|wanted)\b/i,
  /\bthat(?:'s| is|'ll be| will be) everything\b/i,
  /\b(?:don't|do not|won't) (?:need|have) (?:anything|any) (?:else|more|further|other questions)\b/i,
  /\bno (?:further|other|more) questions\b/i,
  /\bi(?:'m| am) all set\b/i,
  /\bi(?:'m| am) (?:all )?(?:done|finished)(?=\s{0,9}(?:[.,!]|$|here\b|now\b|thanks?\b|for (?:now|today)\b))/i,
  /(?:^|[.!?,\n]\s{0,9})(?:see (?:you|ya)(?: (?:later|soon|around|then|next time))?|so long|take care|talk (?:to you )?(?:later|soon)|ciao)[\s.!]{0,20}$/i,
]

function firstOf(patterns: readonly RegExp[], { text }: Utterance, what: string): string | null {
  for (const pattern of patterns) {
    const [match] = pattern.exec(text) ?? []
    if (match !== undefined) return quote(match, what)
  }
  return null
}

function quote(phrase: string | null, what: string): string | null {
  return phrase === null ? null : `${what}: "${phrase.trim()}"`
}

/** Calls, their data, and names of functions: nothing a customer would know. */
const toolWords: readonly RegExp[] = [
  /\b[a-z]+(?:_[a-z0-9]+)+\s?\(/i,
  /\{\s{0,9}"[^"\n]{1,80}"\s{0,9}:/,
  /\b[a-z]\w{1,60}\(\s{0,9}(?:["']|\w{1,60}\s{0,9}[=:])/i,
  /(?<![\w@./-])[a-z]\w{1,60}\(\s{0,9}\)/i,
  /(?:^|[.!?\n]\s{0,9})(?:call|invoke|execute|trigger) (?!me\b|us\b|him\b|her\b|them\b|it\b|you\b|off\b|back\b|again\b|now\b|later\b|today\b|tomorrow\b|please\b|support\b|somebody\b|someone\b)[a-z]\w{1,40}[.!]?\s{0,9}$/i,
  /[[<(]\s{0,9}(?:tool|function|call|api)(?:[ _-]?calls?)?\s{0,9}[\]>):]/i,
  /<\/?(?:tool|function)[_a-z]{0,20}>/i,
  /\b(?:function|tool)[ _](?:calls?|outputs?|results?)\b/i,
  /```/,
  /\b(?:call|use|invoke|run|execute|trigger) (?:the |a )?(?:function|tool|api|endpoint)\b/i,
  /\bthe (?:function|tool|api|endpoint)(?: call)? (?:returns?|returned|gave|gives|failed|fails|responded|says|said)\b/i,
]

/** `get_order`: words joined as only programs do. Not within an email or a link. */
const coined = /(?<![\w@./-])[a-z]+(?:_[a-z]+)+(?![\w@./-])/g

/** `order_number`: a name for data, unless it begins with an action, like `get_order_id`. */
const namesData = /_(?:number|no|id|name|email|mail|code|date|address|phone|zip|amount|price)$/
const isDeed =
  /^(?:get|find|look|lookup|set|check|search|fetch|update|cancel|issue|create|list|verify|read|load|query|send|make|book|modify|change|return|exchange|transfer|calculate|delete|remove|add|confirm|validate|show|write|save|put|post|resolve|match)_/

function talksOfTools(utterance: Utterance): string | null {
  const phrase = firstOf(toolWords, utterance, 'it talks of functions')
  if (phrase !== null) return phrase
  const toolName = utterance.tools.find((name) =>
    /[_\d-]|[a-z][A-Z]/.test(name) ? hasWord(utterance.text, name) : isCalled(utterance.text, name),
  )
  const foreign = (utterance.text.match(coined) ?? []).find(
    (name) =>
      !utterance.knownTexts.some((text) => text.includes(name)) && !(namesData.test(name) && !isDeed.test(name)),
  )
  const name = toolName ?? foreign
  return name === undefined ? null : `it names a function: "${name}"`
}

/** Whether a text uses a word such as `refund` as a function: as a call, as code, or as something to call. */
function isCalled(text: string, name: string): boolean {
  const { length } = name
  const folded = text.toLowerCase()
  const word = name.toLowerCase()
  if (isBlank(word)) return false // an empty text would match everywhere, endlessly
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (/\w/.test(text[at - 1] ?? ' ') || /\w/.test(text[at + length] ?? ' ')) continue
    const [before, behind] = [text.slice(Math.max(0, at - 30), at), text.slice(at + length, at + length + 4)]
    if (/^\((?!e?s\))/.test(behind) || /`$/.test(before)) return true
    if (/\b(?:call|calls|calling|invoke|execute|run) (?:the (?:function |tool )?)?["']?$/i.test(before)) return true
  }
  return false
}

function hasWord(text: string, word: string): boolean {
  const at = text.indexOf(word)
  return at >= 0 && !/\w/.test(text[at - 1] ?? ' ') && !/\w/.test(text[at + word.length] ?? ' ')
}

function loops({ text, earlier, repeatsAtMost }: Utterance): string | null {
  const times = earlier.filter((each) => isSaidAgain(text, each)).length
  return times < repeatsAtMost
    ? null
    : `it was said ${times === 1 ? 'once' : `${times} times`} before: "${text.trim()}"`
}

/** Whether a message repeats an earlier one, ignoring case, spaces and punctuation. */
export function isSaidAgain(text: string, earlier: string): boolean {
  return plainWords(earlier) === plainWords(text)
}

function plainWords(text: string): string {
  return toNormalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function tellsForeignFact({ text, knownTexts, now }: Utterance): string | null {
  const fact = findForeignFact(text, knownTexts, now)
  return fact === null ? null : `"${fact}" is neither on its card nor was it said by the agent`
}

export function wordsOf(turns: readonly TurnRun[]): { user: string[]; agent: string[]; tools: string[] } {
  const user = turns.flatMap(({ turn }) => (turn.user === null ? [] : [turn.user.value]))
  const views = turns.flatMap((turn) => (turn.kind === 'answered' ? [turn.view] : []))
  const agent = views.flatMap(({ assistant }) =>
    assistant.flatMap(({ text, items }) => [text, ...items.flatMap(shownOf)]),
  )
  return { user, agent, tools: views.flatMap(({ calls }) => calls.map(({ name }) => name)) }
}

/** What a customer reads of an item other than text. */
function shownOf(item: Extract<TurnRun, { kind: 'answered' }>['view']['assistant'][number]['items'][number]): string[] {
  if (item.type === 'button') return [item.text]
  return item.type === 'image' || item.type === 'video' ? [item.caption] : []
}
