import { anyOf, englishBase, englishVerb, frenchVerb, germanVerb, spanishVerb, subject, thirdPerson } from './words.ts'

export interface CriterionHint {
  kind: 'two-in-one' | 'negated' | 'exact' | 'vague'
  message: string
  hint: string
}

/** All hints for a criterion; `opposed` if it is expected not to be met. */
export function readCriterion(criterion: string, opposed = false): CriterionHint[] {
  const sentence = criterion.replace(/\s+/g, ' ').trim().replace(lead, '')
  const plain = blank(sentence)
  const parts = split(sentence, plain)
  const hints: (CriterionHint | null)[] = [
    parts.length < 2
      ? null
      : {
          kind: 'two-in-one',
          message: 'this criterion asks for more than one thing, and a judge gives one answer',
          hint: `split it: ${parts.map(quote).join(', and ')}`,
        },
    negationIn(sentence, plain, opposed),
    exactIn(sentence, plain),
    vagueIn(plain),
  ]
  return hints.filter((each) => each !== null)
}

/** Phrases before a criterion that a judge does not need. */
const lead =
  /^(?:please\s+)?(?:ensure|verify|check|make sure|confirm|evaluate|assess)\s+(?:that|if|whether)?\s*(?=(?:the|it|all|no|output|response|reply)\b)/iu

const quote = (text: string): string => JSON.stringify(text)

/** Replaces quotations, brackets and variables with x, so that their words are not read. */
function blank(text: string): string {
  const quoted =
    /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|`[^`]*`|(?<![\p{L}\d])['‘][^'’]*['’](?![\p{L}\d])|\{\{[^{}]*\}\}|\([^()]*\)/gu
  return text.replace(
    quoted,
    (quotation) => `${quotation.slice(0, 1)}${'x'.repeat(Math.max(0, quotation.length - 2))}${quotation.slice(-1)}`,
  )
}

const adverb = `(?:(?:also|then|afterwards|finally|politely|clearly|never|not|${'\\p{L}+ly'})\\s+)?`
const joints: readonly RegExp[] = [
  /(?<!\b(?:e\.g|i\.e|Dr|Mr|Mrs|Ms|No|St|approx|bzw|z\.B|usw|ca|p\.ex|M|Sr|Sra))[.!?]\s+(?=[\p{L}"“])/gu,
  /;\s+/gu,
  new RegExp(`,?\\s+(?:and|but|then)\\s+(?=(?:${subject}\\s+)?${adverb}${englishVerb}(?![\\p{L}'’-]))`, 'giu'),
  new RegExp(`,\\s+(?=${adverb}${englishVerb}(?![\\p{L}'’-]))`, 'giu'),
  new RegExp(
    `(?<!\\b(?:tells|asks|advises|reminds|invites|urges|instructs|helps|allows)\\s[^,;]*),?\\s+and\\s+(?=to\\s+${englishBase}(?![\\p{L}'’-]))`,
    'giu',
  ),
  new RegExp(
    `,?\\s+(?:und|aber|sondern)\\s+(?=(?:${subject}\\s+)?(?:dann\\s+|auch\\s+)?${germanVerb}(?![\\p{L}-]))`,
    'giu',
  ),
  new RegExp(`,\\s+(?=(?:dann\\s+)?${germanVerb}(?![\\p{L}-]))`, 'gu'),
  new RegExp(
    `,?\\s+(?:et|mais|puis)\\s+(?=(?:${subject}\\s+)?(?:puis\\s+|ensuite\\s+)?${frenchVerb}(?![\\p{L}-]))`,
    'giu',
  ),
  new RegExp(
    `,?\\s+(?:y|e|pero)\\s+(?=(?:${subject}\\s+)?(?:luego\\s+|después\\s+|también\\s+)?${spanishVerb}(?![\\p{L}-]))`,
    'giu',
  ),
]
const modal = new RegExp(`,?\\s+and\\s+(?=${adverb}${englishBase}(?![\\p{L}'’-]))`, 'giu')
const notOnly = /\bnot only\b|\bnicht nur\b|\bnon seulement\b|\bno s[oó]lo\b/iu
const butAlso = /,?\s+(?:but(?: also)?|sondern(?: auch)?|mais(?: (?:aussi|encore))?|sino(?: (?:también|que))?)\s+/iu
const clause =
  /\b(?:that|whether|which|who|whose|where|why|when|what|how|if|because|before|after|until|while|since)\b|,\s*(?:dass|ob|wenn|weil|warum|wie|bevor|nachdem|was|wer)\b|\b(?:que|qu|si|comment|pourquoi|cómo|cuándo|porque|quand)\b/iu

function split(sentence: string, plain: string): string[] {
  const only = notOnly.exec(plain)
  const also = only === null ? null : butAlso.exec(plain.slice(only.index))
  if (only !== null && also !== null) {
    const from = only.index + also.index
    const lead = sentence.slice(0, only.index)
    const first = `${lead}${sentence.slice(only.index + only[0].length, from).trimStart()}`
    return [first, `${lead}${sentence.slice(from + also[0].length)}`].map(trimmed)
  }
  const cuts = joints.flatMap((joint) =>
    [...plain.matchAll(joint)].map(({ index, 0: { length } }) => ({ index, length })),
  )
  const should = new RegExp(`^(?:${subject}\\s+)?(?:should|must|can|will|has to|needs to|is to)\\s+`, 'iu').exec(
    plain,
  )?.[0]
  if (should !== undefined)
    for (const {
      index,
      0: { length },
    } of plain.matchAll(modal))
      cuts.push({ index, length })
  const places = cuts
    .sort((a, b) => a.index - b.index || b.length - a.length)
    .filter(({ index }, position, all) => position === 0 || index > (all[position - 1]?.index ?? 0))
    .filter(({ index }) => !isWithin(plain, index))
  const [lead = ''] = new RegExp(`^${subject}\\s+`, 'iu').exec(plain) ?? []
  let from = 0
  const pieces: string[] = []
  for (const { index, length } of places) {
    pieces.push(sentence.slice(from, index))
    from = index + length
  }
  pieces.push(sentence.slice(from))
  const whole = pieces.map(trimmed).filter((piece) => /\p{L}/u.test(piece))
  const own = new RegExp(`^${subject}\\s`, 'iu')
  const base = new RegExp(`^${englishBase}(?![\\p{L}'’-])`, 'iu')
  return whole.map((piece, index) => {
    if (index === 0 || own.test(piece)) return piece
    if (should !== undefined && base.test(piece)) return `${should}${piece}`
    return `${lead}${piece}`
  })
}

const trimmed = (piece: string): string => piece.trim().replace(/[.,;]+$/, '')

/** After "says that", "if" or "before", what follows the next "and" may well belong to it. */
function isWithin(plain: string, index: number): boolean {
  const before =
    plain
      .slice(0, index)
      .split(/[.;!?]\s/)
      .at(-1) ?? ''
  return (
    plain[index] !== '.' && plain[index] !== ';' && plain[index] !== '!' && plain[index] !== '?' && clause.test(before)
  )
}

const helpers = anyOf("does_not doesn['’]t do_not don['’]t did_not didn['’]t")
const beNot = anyOf(
  "is_not isn['’]t are_not aren['’]t was_not wasn['’]t has_not hasn['’]t will_not won['’]t would_not cannot can['’]t can_not must_not mustn['’]t should_not shouldn['’]t may_not",
)
const fixed =
  /\b(?:not only|whether or not|or not|no (?:later|more|less|fewer|earlier) than|no-show|without (?:any )?(?:extra |further |additional )?(?:charge|costs?|fees?|obligation|delay|contract|appointment|prescription|account)|no longer|nicht nur|ohne (?:Aufpreis|Kosten|Gebühr(?:en)?|Termin|Verzögerung|Rezept)|non seulement|sans (?:frais|engagement|délai|rendez-vous)|no s[oó]lo|sin (?:coste|costo|cargo|compromiso|demora)|says no|sagt nein)\b/giu
const reports =
  /\b(?:says|states|explains|tells|confirms|admits|informs|acknowledges|clarifies|points out|makes (?:it )?clear|apologi[sz]es|sagt|erklärt|bestätigt|teilt mit|dit|explique|confirme|indique|dice|explica|confirma)\b/iu
const negations: readonly RegExp[] = [
  new RegExp(`\\b(?:${helpers}|${beNot}|never|nobody|neither)\\b`, 'iu'),
  /\b(?:avoids?|refrains? from|abstains? from)\b/iu,
  /\bwithout\b/iu,
  /^(?:no|not|nothing|none)\b/iu,
  /\b(?:contains?|mentions?|gives?|makes?|asks?|offers?|promises?|uses?|names?|shows?|includes?|adds?|shares?|reveals?|discloses?|demands?|requires?|needs?|has|have|is|are|takes?|leaves?|provides?)\s+(?:no|nothing|none)\b/iu,
  /\b(?:nicht|kein(?:e[nmrs]?)?|nie|niemals|niemand|ohne|weder|vermeidet)\b/iu,
  /(?<![\p{L}])(?:ne\s+(?:[\p{L}'’]+\s+){1,3}|n['’][\p{L}]+\s+(?:[\p{L}'’]+\s+)?)(?:pas|jamais|rien|aucune?|plus|personne)\b|\bsans\b|\bévite\b/iu,
  /(?:^|\s)(?:nunca|jamás|ning[uú]na?|sin)\s|^(?:(?:el|la)\s+\p{L}+\s+)?no\s+\p{L}|\bevita\b/iu,
]

function negationIn(sentence: string, plain: string, opposed: boolean): CriterionHint | null {
  const text = plain.replace(fixed, (match) => 'x'.repeat(match.length))
  const negation = negations.map((each) => each.exec(text)).find((each) => each !== null && isMain(text, each.index))
  if (negation == null) return null
  const positive = positiveOf(sentence)
  return {
    kind: 'negated',
    message: opposed
      ? 'this criterion says what must not be, and expects that it is not met: that is twice no'
      : 'this criterion says what must not be: judges err more where they have to agree with a no',
    hint: opposed
      ? `write ${positive === null ? 'what must not be, without the no' : quote(positive)}, and keep expect: not met if it must not be`
      : positive === null
        ? 'write what must not be as a criterion of its own, without the no, and expect: not met'
        : `write { criterion: ${quote(positive)}, expect: not met }`,
  }
}

/** Whether a negation belongs to the criterion itself, not to reported speech or a condition. */
function isMain(text: string, index: number): boolean {
  const before =
    text
      .slice(0, index)
      .split(/[.;!?]\s/)
      .at(-1) ?? ''
  if (clause.test(before)) return false
  const own = /(?:^|\s)(?:and|but|und|aber|et|mais|y|pero)\s+$/iu.test(before)
  return own || /^\s*(?:without|ohne|sans|sin)\b/iu.test(text.slice(index)) || !reports.test(before)
}

/** The criterion without its "not", if a simple rewrite is possible; null if a person has to reword it. */
function positiveOf(sentence: string): string | null {
  const does = new RegExp(`^((?:${subject}\\s+)?)(?:${helpers})\\s+(?:ever\\s+|even\\s+)?(\\p{L}+)(.*)$`, 'iu').exec(
    sentence,
  )
  if (does !== null) return `${does[1]}${thirdPerson(does[2] ?? '')}${does[3]}`.replace(/\bany\b/gu, 'a')
  const never = new RegExp(`^((?:${subject}\\s+)?)never\\s+(.+)$`, 'iu').exec(sentence)
  if (never !== null) return `${never[1]}${never[2]}`
  const be = new RegExp(
    `^((?:${subject}\\s+)?)(is|are|was|has|will|would|can|must|should|may)(?: not|n['’]t|not)\\s+(.+)$`,
    'iu',
  ).exec(sentence)
  if (be !== null && !/^(?:must|should|may)$/i.test(be[2] ?? '')) return `${be[1]}${be[2]} ${be[3]}`
  const no =
    /^(.*\b(?:contains|mentions|makes|offers|uses|includes|shows|gives|asks|reveals|shares))\s+no\s+(.+)$/iu.exec(
      sentence,
    )
  return no === null ? null : `${no[1]} ${no[2]}`
}

const says = anyOf(
  'says? contains? includes? mentions? uses? writes? replies_with answers_with repeats? enthält sagt erwähnt contient dit contiene dice menciona',
)
const tongues: Record<string, string> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  dutch: 'nl',
  portuguese: 'pt',
  deutsch: 'de',
  englisch: 'en',
  französisch: 'fr',
  spanisch: 'es',
  allemand: 'de',
  anglais: 'en',
  français: 'fr',
  espagnol: 'es',
  alemán: 'de',
  inglés: 'en',
  francés: 'fr',
  español: 'es',
}
const units = { word: 'words', sentence: 'sentences', character: 'length', letter: 'length' } as const
const exact: readonly [RegExp, (written: string, found: RegExpExecArray) => string][] = [
  [/\b(?:starts?|begins?)\s+with\s+["“„'‘]/iu, (sentence) => `write reply: { starts with: ${textIn(sentence)} }`],
  [/\bends?\s+with\s+["“„'‘]/iu, (sentence) => `write reply: { ends with: ${textIn(sentence)} }`],
  [
    /\b(?:the|das|die|le|la|les|el|los)\s+(?:exact\s+|genaue\s+)?(?:words?|phrase|text|string|sentence|Worte?|Wörter|Satz|mots?|phrase|palabras?|frase)\s+(?=["“„«'‘`{])/iu,
    (sentence) => `write reply: { contains: ${textIn(sentence)} }`,
  ],
  [
    /\b(?:contains?|includes?|uses?|enthält|contient|contiene)\s+(?:the|das|le|la)\s+(?:words?|phrase|Wort|mot|palabra)\b/iu,
    (sentence) => `write reply: { contains: ${textIn(sentence)} }`,
  ],
  [
    new RegExp(`^(?:${subject}\\s+)?${says}\\s+(?:exactly\\s+)?["“„«\`][^"”“»\`]*["”“»\`][.!]?$`, 'iu'),
    (sentence) => `write reply: { contains: ${textIn(sentence)} }`,
  ],
  [
    /\b(?:mentions?|contains?|includes?|gives?|states?|repeats?|quotes?|names?|nennt|enthält|wiederholt|mentionne|contient|donne|menciona|contiene|da)\s+(?:the|an?|its|their|his|her|die|den|der|eine?|le|la|un|une|el|una|correct)\s+(?:[\p{L}-]+\s+){0,2}(?:numbers?|id|code|url|link|e-?mail address|iban|Nummer|[\p{L}]+nummer|numéro|número)\b(?!\s+(?:of|der|von)\b|\s+de\s+(?:nuits|personnes|noches|personas)\b)/iu,
    () => 'write reply: { contains: … } with the value or a {{variable}}, or reply: { matches: /…/ }',
  ],
  [
    /\b(?:shorter|longer|fewer|less|more|at most|at least|no more|under|up to|exactly|only|kürzer als|länger als|höchstens|mindestens|plus courte? que|moins de|más cort[ao] que|menos de|como máximo)\s*(?:than\s+)?(?:\d+|an?|one|two|three|four|five|six|ten|twenty|fifty|hundred|zwei|drei|fünf|zehn|deux|trois|cinq|dix|dos|tres|cinco|diez)\s+(?<unit>words?|sentences?|characters?|letters?|Wörter|Worte|Sätze|Zeichen|mots|phrases|caractères|palabras|frases|caracteres)\b/iu,
    (_, match) => `write reply: { ${measureOf(match.groups?.unit ?? '')}: { … } }`,
  ],
  [
    /\b(?:is|are|be)\s+(?:shorter|longer)\s+than\b|\bist\s+(?:kürzer|länger)\s+als\b|\best\s+plus\s+(?:courte?|longue?)\s+que\b|\bes\s+más\s+(?:cort|larg)[oa]\s+que\b/iu,
    () => 'write reply: { words: { at most: … } }, or sentences, or length',
  ],
  [
    /\b(?:calls?|invokes?|uses?|runs?|executes?|triggers?)\s+(?:the\s+|an?\s+)?(?:[`'"]?\p{L}+_\w+|(?:[\p{L}-]+\s+){0,2}(?:tools?|functions?)\b)|\bruft\s+(?:das|die|den)\s+(?:\p{L}+-?)?(?:Werkzeug|Tool|Funktion)\b|\bappelle\s+(?:l['’]outil|la\s+fonction)|\bllama\s+a\s+la\s+(?:herramienta|función)/iu,
    (sentence) =>
      `write calls: [${/\b\p{L}+_\w+/u.exec(sentence)?.[0] ?? 'name_of_the_tool'}], or calls: { never: […] }`,
  ],
  [
    /\b(?:is|are|replies|answers|responds|writes|speaks|written|antwortet|schreibt|spricht|répond|écrit|responde|escribe)\s+(?:completely\s+|entirely\s+|only\s+)?(?:written\s+)?(?:in|auf|en)\s+(?<tongue>\p{L}+)/iu,
    (_, match) => {
      const tongue = match.groups?.tongue?.toLowerCase() ?? ''
      return Object.hasOwn(tongues, tongue) ? `write reply: { language: ${tongues[tongue]} }` : ''
    },
  ],
  [/\b(?:valid|well-formed)\s+JSON\b|\bis\s+JSON\b/u, () => 'write reply: { json: { … } }'],
  [
    /\b(?:within|in under|in less than|innerhalb von|en moins de|en menos de)\s+\d+\s*(?:s|ms|seconds?|milliseconds?|Sekunden|secondes|segundos)\b/iu,
    () => 'write latency: and the limit',
  ],
  [
    /\b(?:contains?|shows?|has|includes?|sends?)\s+(?:an?|the|two|three|\d+)\s+(?:[\p{L}-]+\s+)?(?<kind>button|image|video)s?\b/iu,
    (_, match) => `write reply: { ${match.groups?.kind?.toLowerCase()}: … }`,
  ],
]

function measureOf(unit: string): string {
  const word = unit.toLowerCase()
  for (const [start, measure] of Object.entries(units)) if (word.startsWith(start)) return measure
  return /^(?:wör|wor|mot|pal)/.test(word) ? 'words' : /^(?:sät|phr|fra)/.test(word) ? 'sentences' : 'length'
}

function textIn(sentence: string): string {
  const match = /["“„«`]([^"”“»`]+)["”“»`]|['‘]([^'’]+)['’]/u.exec(sentence)
  return match === null ? '…' : quote(match[1] ?? match[2] ?? '')
}

function exactIn(sentence: string, plain: string): CriterionHint | null {
  for (const [pattern, mend] of exact) {
    const match = pattern.exec(plain)
    if (match === null || (clause.test(plain.slice(0, match.index)) && !/^(?:if|when)\b/i.test(plain))) continue
    const hint = mend(sentence, match)
    if (hint === '') continue
    return { kind: 'exact', message: 'this needs no judge: a rule decides it, exactly and for nothing', hint }
  }
  return null
}

const vagueWords =
  anyOf(`good great nice appropriate suitable adequate helpful useful natural human-like professional excellent
  satisfying satisfactory reasonable proper decent effective high[_-]quality of_high_quality of_good_quality engaging
  gute?[rsnm]? angemessen passend hilfreich natürlich hochwertig professionell zufriedenstellend
  bonne? bien appropriée? utile naturel naturelle professionnel professionnelle adéquate? de_(?:haute|bonne)_qualité
  buen[oa] adecuad[oa] apropiad[oa] útil natural profesional de_(?:alta|buena)_calidad`)
const replyNouns =
  anyOf(`answers? repl(?:y|ies) responses? tone manner way style wording service explanations? solutions? advice experience
  conversation quality Antwort(?:en)? Ton Weise réponses? ton manière respuestas? tono manera`)
const vague: readonly RegExp[] = [
  new RegExp(`^(?:is\\s+|be\\s+)?(?:very\\s+)?${vagueWords}[.!]?$`, 'iu'),
  new RegExp(
    `\\b(?:is|are|be|was|were|stayed|remained|sounded|seemed|sounds?|seems?|feels?|looks?|remains?|stays?|reads?|acts?|ist|klingt|wirkt|bleibt|est|semble|reste|es|suena|parece)\\s+(?:(?:very|really|quite|more|as|generally|sehr|wirklich|très|vraiment|muy|both|always|${'\\p{L}+ly'})\\s+)?(?:\\p{L}+(?:,\\s+\\p{L}+)*,?\\s+(?:and|und|et|y)\\s+)?${vagueWords}(?=$|[.,;!]|\\s+(?:and|und|et|y|to|for|in|enough|given|manner|für|pour|para|tone)\\b)`,
    'iu',
  ),
  new RegExp(`(?:^|[\\s-])${vagueWords}(?:\\s+and\\s+\\p{L}+)?\\s+(?:customer\\s+|\\p{L}+\\s+)?${replyNouns}\\b`, 'iu'),
  new RegExp(`\\b${anyOf('Antwort réponse respuesta')}\\s+${vagueWords}(?![\\p{L}])`, 'iu'),
  new RegExp(
    `^(?:is|are|was)\\s+(?:${subject}|(?:the|its)\\s+\\p{L}+)\\s+(?:\\p{L}+\\s+and\\s+)?${vagueWords}\\?$`,
    'iu',
  ),
  /\b(?:appropriately|helpfully|naturally|professionally|properly|adequately|satisfactorily|effectively)(?=$|[.,;!]|\s+(?:and|to|with|in)\b)/iu,
  /\b(?:handles?|answers?|responds?|explains?|reacts?|speaks?|writes?|communicates?)\b[^.;]*\s(?:well|gut|bien)[.!]?$/iu,
]

function vagueIn(plain: string): CriterionHint | null {
  const match = vague.map((each) => each.exec(plain)).find((each) => each !== null)
  if (match == null || clause.test(plain.slice(0, match.index))) return null
  const word = new RegExp(`${vagueWords}|\\p{L}+ly\\b|well|gut|bien`, 'iu').exec(match[0])?.[0] ?? match[0]
  return {
    kind: 'vague',
    message: `two people would not label this alike: "${word.toLowerCase()}" is in the eye of the reader`,
    hint: 'write what one could point at in the reply, as in: names the day on which the parcel arrives',
  }
}
