import { nameWords } from '../../base/text/name-words.ts'
import { splitSentences } from '../../base/text/split-sentences.ts'

/** A question mark of any script, or words that ask for an answer. */
const asks =
  /[?？؟⁇]|\b(?:please|kindly) (?:provide|give|tell|share|send|enter|confirm|specify|choose|select|state|type|repeat|let me know)\b|\b(?:provide|give|tell|share|send|enter|confirm|specify|repeat|type)\b[^.!\n]{1,60}\bplease\b|\blet me know\b|\b(?:i|we)(?:'ll| will| still| also| only| just| do){0,2} need (?:your|the|a|an|to know)\b|\b(?:bitte\b[^.!\n]{0,60}\b(?:ihre|deine|die|den|das)\b|(?:nennen|geben|sagen|schicken|senden) sie\b|ich (?:brauche|benötige)\b)|\b(?:por favor\b|(?:dígame|indíqueme|deme|envíeme|necesito)\b)|\b(?:veuillez\b|(?:donnez|dites|indiquez|envoyez)-moi\b|j'ai besoin de\b|s'il vous pla[iî]t)/iu

export function asksSomething(text: string): boolean {
  return asks.test(text)
}

export function askingSentences(reply: string): string[] {
  return splitSentences(reply).filter(asksSomething)
}

/** Not one that closes a talk or offers more help, nor an offer after the claim that something is done. */
export function lackedQuestion(reply: string): string | null {
  let claimed = false
  let question: string | null = null
  for (const sentence of splitSentences(reply)) {
    if (asksSomething(sentence) && !closes(sentence, claimed)) question = sentence
    claimed ||= claims(sentence)
  }
  return question
}

export function offersHelp(reply: string): boolean {
  return help.test(reply)
}

export function asksAgain(reply: string): boolean {
  if (again.test(reply)) return true
  const asking = askingSentences(reply)
  return asking.length > 0 && asking.every((sentence) => unheard.test(sentence))
}

/** It must mean what was last spoken of: `Which one, please?` */
export function asksForThat(reply: string): boolean {
  return asksSomething(reply) && !/\b(?:more|else)\b/i.test(reply) && subjectsIn(reply).length === 0
}

/** In whatever words, judging by shared subject words. */
export function asksForTheSame(reply: string, earlier: readonly string[]): boolean {
  if (!asksSomething(reply) || earlier.length === 0) return false
  if (asksAgain(reply) || asksForThat(reply)) return true
  const words = subjectsOf(reply)
  return earlier.every(
    (each) => asksAgain(each) || asksForThat(each) || subjectsOf(each).some((word) => words.includes(word)),
  )
}

/** The subject words of a reply's questions: all but those that any question has. */
function subjectsOf(reply: string): string[] {
  return askingSentences(reply)
    .flatMap(nameWords)
    .filter((word) => word.length > 2 && !common.has(word))
}

/** The subject words of a text: those that name a thing or its number. */
export function subjectsIn(text: string): string[] {
  return nameWords(text).filter((word) => !common.has(word) && !pointing.has(word))
}

function closes(sentence: string, claimed: boolean): boolean {
  if (help.test(sentence) || closings.some((each) => each.test(sentence))) return true
  return (claimed || claims(sentence) || offers.some((each) => each.test(sentence))) && !questionWords.test(sentence)
}

/** Whether a sentence says that something was done; looking, finding and receiving do not count. */
function claims(sentence: string): boolean {
  return done.test(sentence) || [...sentence.matchAll(participle)].some(([, verb = '']) => !finding.test(verb))
}

const help =
  /\b(?:how|what) (?:else )?(?:can|may|could) (?:i|we) (?:(?:else )?(?:help|assist|do for|be of)\b)|\bwie (?:kann|darf|könnte) ich (?:ihnen|dir|euch)\b|\bwas (?:kann|darf) ich für (?:sie|dich)\b|\ben qué (?:le |te |les )?(?:puedo|podemos) |\bqué (?:puedo|podemos) hacer por\b|\bcomment (?:puis-je|je peux|pouvons-nous) |\bque puis-je (?:faire )?pour\b/iu

const again =
  /\b(?:repeat (?:that|it|this|yourself)|(?:say|tell me|type|give me) (?:that|it|this) (?:again|once more)|come again|(?:say|come) again\b|what was (?:that|it)(?: again)?\s{0,9}\?|pardon\b|(?:didn't|did not|couldn't|could not) (?:quite )?(?:catch|get|hear|read) (?:that|it|this)|once (?:more|again)|(?:noch ?(?:ein)?mal|wiederholen)|wie bitte|(?:repetir|repita|otra vez|de nuevo)|(?:répéter|répétez|redire|encore une fois))/iu

/** A sentence that only says that something was not heard. */
const unheard =
  /^\W*(?:(?:so |i am |i'm |very )?sorry|(?:say )?what|what did you say|excuse me|(?:i )?(?:beg (?:your )?)?pardon(?: me)?|h?m+|huh|eh|hä|wie|was|bitte|verzeihung|entschuldigung|(?:¿ ?)?(?:cómo|qué|perdón|disculpe)|comment|quoi|hein)\W*[?？]\W*$/iu

/** Words that refer to something named before. */
const pointing: ReadonlySet<string> = new Set(
  [
    'one ones thing things meant mean means concerned concerns regarding exactly precisely well okay hello yes its is it an of to on in at so we me',
    'my us do be by if ok am as he up a i s t d l m ve re ll eine einen gemeint genau es im an zu du el la lo le de du un en tu su te se si y et',
  ].flatMap((line) => line.split(' ')),
)

/** Words that ask for a fact; a question with one does not close a talk. */
const questionWords =
  /(?<!\p{L})(?:what|which|who|whose|where|when|how (?:many|much|long|old|tall|big|far)|welche[rsnm]?|was(?= (?:ist|sind|war|möchten|möchtest|wollen|willst|haben|hast|kann|soll|für|brauchen|wird|genau))|wer|wo|wann|wie (?:viele?|lange|lautet|heißt)|cuál(?:es)?|qué|quién|dónde|cuándo|cuánt[oa]s?|quel(?:le)?s?|qui|où|quand|combien)(?!\p{L})|\b(?:please|kindly|(?:i|we)(?:'ll| will| still| also| only| just){0,2} need|bitte|por favor|veuillez|tell me|give me|provide|dites-moi|nennen sie)\b/iu

/** Sentences that end a talk, or might, whatever was said before. */
const closings: readonly RegExp[] = [
  /\b(?:any|some)(?:thing|one)? (?:else|more|further|other)\b|\banything (?:i|we|that i|that we) (?:can|could|may)\b|\bwhat else\b|\belse (?:i|we) (?:can|could|may)\b/i,
  /\b(?:any|more|other|further|additional) (?:\w+ )?(?:questions?|concerns?|requests?|queries|issues?)\b(?! (?:number|id))/i,
  /\b(?:leave it there|wrap (?:this |it |things )?up|(?:close|end) (?:the|this|our|your) (?:chat|conversation|ticket|case|call|talk|session)|what(?:'s| is) next|would there be more|where else (?:can|could|may) (?:i|we)|(?:still )?need something)\b|\beverything(?: (?:okay|ok|fine|good|all right|clear))?\W*[?？]/i,
  /\b(?:does|did|do|has|have|was|is|will|would) (?:that|this|it|these|i|we|my (?:answer|reply))\b[^?]{0,30}\b(?:help(?:s|ed|ful)?|answer(?:s|ed)?|solved?|resolved?|clear(?:s|ed)?|useful|all|everything|satisf\w+|work(?:s|ed)? for you)\b/i,
  /\b(?:are you|were you|you are|you're) (?:happy|satisfied|pleased|content|all set|good)\b|\bare we (?:good|done|all set)\b/i,
  /^\W*(?:(?:so|and|well|ok|okay|great|all|is (?:that|everything|it)|are we)[ ,]+)?(?:done|ok|okay|good|all ?right|right|fine|all (?:good|set|clear)|clear|yes|solved|resolved|better|happy|finished)(?: (?:now|then|so far|with that|for you))?\W*[?？]\W*$/i,
  /\bhow (?:did i do|did we do|was (?:your|my|the|this)|would you rate|satisfied|helpful)\b|\b(?:rate|rating|feedback|survey)\b/i,
  /\b(?:let me know|tell me|write|ask)\b[^?]{0,30}\b(?:if|whether|should|when(?:ever)?) (?:you|there|i|anything|something)\b|\bfeel free\b/i,
  /\b(?:sonst (?:noch )?(?:etwas|was|irgend\w+)|noch (?:etwas|was|eine frage|fragen|weitere|anliegen|wünsche)|(?:weitere|andere|sonstige) (?:fragen?|anliegen|wünsche)|(?:war|ist|wäre) das (?:dann )?alles|hilft (?:ihnen|dir) das|(?:konnte|könnte) ich (?:ihnen|dir)[^?]{0,20} helfen|(?:sind|bist) (?:sie|du)[^?]{0,20} (?:zufrieden|glücklich)|alles (?:klar|gut|erledigt)|in ordnung so)/iu,
  /(?<!\p{L})(?:algo más|alguna otra|otra (?:cosa|pregunta|consulta)|más (?:preguntas|dudas)|alguna (?:duda|pregunta)|(?:es|sería|eso es) todo|(?:le|te) (?:ha |he )?(?:servido|sirve|ayudado|ayuda)|está[ns]? (?:satisfech|content)\w+|todo (?:bien|claro|listo))(?!\p{L})/iu,
  /(?<!\p{L})(?:(?:d['’]\s?)?autre (?:chose|question|demande)|d['’]autres?|quelque chose d['’]autre|(?:c['’]est|ce sera|est-ce) tout|(?:cela|ça|ceci)[^?]{0,20}(?:aide|convient|répond|suffit)|(?:êtes-vous|es-tu) (?:satisfait|content)\w*|des questions|tout est (?:clair|bon))(?!\p{L})/iu,
]

/** Offers of help, unless they ask what with. */
const offers: readonly RegExp[] = [
  /\b(?:need|want|require|like|got|use|lend(?: you)?|give you|be of)\s(?:(?:any|some|more|further|additional|a|my|our|extra|other|little|bit|of)\s){0,3}(?:hand|help|assistance|service)\b(?!\s\w+ing\b)|\b(?:assist|help|serve) you (?:further|again|some more|elsewhere|with (?:any|some)thing)\b/i,
  /\b(?:another|other|different|further|new) (?:matter|issue|thing|topic|concern|request|problem|business|subject)s?\b(?! (?:number|id))/i,
  /\b(?:(?:anderen|weiteren|sonstigen) (?:anliegen|fragen|themen?|problemen?)|(?:weitere|noch|mehr) hilfe)\b/iu,
  /\b(?:otro (?:asunto|tema|problema)|más ayuda)\b|\b(?:autre (?:sujet|problème|point)|encore besoin)\b/iu,
]

const done =
  /(?<!\p{L})(?:done|all set|taken care of|completed?|successful(?:ly)?|on its way|on the way|erledigt|fertig|abgeschlossen|erfolgreich|storniert|erstattet|geändert|gebucht|hecho|listo|realizad[oa]|cancelad[oa]|reembolsad[oa]|cambiad[oa]|reservad[oa]|c['’]est fait|terminée?|annulée?|remboursée?|modifiée?|réservée?|effectuée?)(?!\p{L})(?! (?:you|sie|vous))/iu

const participle =
  /\b(?:(?:i|we)(?:'ve| have)?|(?:has|have) been|is|are|was|were|been|^)(?: now| just| already| successfully)? ?(\w{2,20}(?:ed|sent|made|paid|given))\b/gi

const finding =
  /^(?:need|found|locat|look|check|verif|identif|not|receiv|understand|see|want|ask|review|interest|requir|suppos|call|concern|relat|list|ship|deliver|open|plac|load|us|add?ress)\w*ed$|^need$/i

const common: ReadonlySet<string> = new Set(
  [
    'what which who whose where when how why the your you yours and for that this these those are was were have has had not but can could',
    'may might will would shall should must please kindly tell give provide share send enter confirm specify let know need also still then',
    'now again once more just only our with from about sorry thank thanks okay some any again there here does did been being want like get',
    'bitte ihre ihr ihren ihrer ihrem deine dein deinen der die das den dem und oder für wie was wer welche welcher welches ist sind lautet',
    'nennen sagen geben sie mir mich ich noch mal einmal nochmals können könnten brauche benötige haben hat auch jetzt danke',
    'por favor cuál cual qué que quién cómo como dónde cuándo los las una uno sus está son puede podría decirme darme dígame indique necesito',
    'quel quelle quels quelles est sont votre vos les une des pour avec pouvez pourriez vous moi donner dire veuillez indiquer merci encore',
  ].flatMap((line) => line.split(' ')),
)
