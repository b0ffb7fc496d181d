const word = "\\p{Lu}[\\p{L}’'-]+"
const capital = [
  new RegExp(
    `\\b(?:[Mm]y (?:full |last |first )?name(?:'s|’s| is)|[Tt]he name(?:'s|’s| is)|I am called|[Uu]nder the name(?: of)?)\\s+(${word}(?:\\s${word}){0,2})`,
    'gu',
  ),
  new RegExp(`\\b(?:I am|I['’]m|[Tt]his is|[Ii]t['’]s|[Ii]t is)\\s+(${word}(?:\\s${word}){1,2})`, 'gu'),
  new RegExp(
    `\\b(?:I am|I['’]m)\\s+(${word})(?=\\s*(?:[.,;!?]|$|and\\b|here\\b|from\\b|calling\\b|speaking\\b))`,
    'gu',
  ),
  new RegExp(`\\b[Tt]his is\\s+(${word})(?=\\s*(?:[.,;!?]|$|here\\b|from\\b|calling\\b|speaking\\b))`, 'gu'),
]
/** Such phrases in lower case, only those that nothing but a name can follow. */
const small = [
  /\bmy (?:full |last |first )?name(?:'s|’s| is)\s+(\p{L}[\p{L}’'-]+(?:\s\p{L}[\p{L}’'-]+)?)(?=\s*(?:[.,;!?]|$))/giu,
  /\bmy (?:full |last |first )?name(?:'s|’s| is)\s+(\p{L}[\p{L}’'-]+)/giu,
  /\b(?:this is|i am|i['’]m|it['’]s)\s+(\p{L}[\p{L}’'-]+(?:\s\p{L}[\p{L}’'-]+)?)\s+(?:speaking|calling)\b/giu,
  /\b(?:this is|i am|i['’]m|it['’]s)\s+(\p{L}[\p{L}’'-]+)\s+here\b/giu,
]
const kin =
  'husband|wife|spouse|fianc[ée]e?|boyfriend|girlfriend|son|daughter|child|kid|baby|father|mother|dad|mom|mum|parent|brother|sister|sibling|twin|uncle|aunt|cousin|nephew|niece|grandmother|grandfather|grandma|grandpa|grandson|granddaughter|stepson|stepdaughter|friend|roommate|flatmate|neighbou?r|colleague|co-worker|boss|guardian|carer|nanny'
/** Phrases that name relatives: `my wife Ada`, `your late husband, Hartwig`, `his son is called Kai`. */
const relatives = [
  new RegExp(
    `\\b(?:[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir)(?: \\p{Ll}{2,12})? (?:${kin})(?:, | named | called | is called | is named |['’]s name is | )(${word}(?:\\s${word}){0,2})`,
    'gu',
  ),
  new RegExp(
    `\\b(?:my|your|his|her|our|their) (?:${kin})(?:['’]s name is| is called| is named| named) (\\p{L}[\\p{L}’'-]+)`,
    'giu',
  ),
]
const question =
  /\b(?:your (?:\w+ (?:and \w+ )?)?name|name,? please|whose name|who am i (?:speaking|talking|chatting)|who is this|name (?:of|for) the (?:customer|guest|passenger|patient|renter|account holder|reservation))\b/i
const opening =
  /^(?:(?:sure|yes|ok|okay|of course|hi|hello|hey|thanks|oh|ah|uh|um|hm+|well|so)[,.!…]*\s+){0,3}(?:(?:it is|it['’]?s|that is|that['’]?s|i am|i['’]?m|this is|the name(?: is|['’]s)|my name(?: is|['’]s)|name:)\s+)?/i

/** Names in a user's message: by the wording, or because the agent just asked for one (`before`). */
export function introducedIn(text: string, before: string): string[] {
  const names = [...capital, ...small].flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name))
  return [...names, ...(question.test(before) ? answerIn(text) : [])].map(trimmed).filter(couldBeName)
}

export function relativesIn(text: string): string[] {
  const names = relatives.flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name))
  return names.map((name) => trimmed(name.replace(/['’]s$/, ''))).filter(couldBeName)
}

/** A name as an answer: the text is nothing but a name, or begins with one that ends at a comma. */
function answerIn(text: string): string[] {
  const answer = text.trim().replace(opening, '')
  const name = /^(\p{L}[\p{L}’'-]+(?:\s\p{L}[\p{L}’'.-]*){0,3})\s*(?:[.,!;\n]|$)/u.exec(answer)?.[1]
  return name === undefined ? [] : [name]
}

/** Removes words around a name that are not part of it: `Mark and`, `Dr. Lee`. */
function trimmed(name: string): string {
  const words = name.split(/\s+/)
  while (words.length > 0 && noNames.has((words.at(-1) ?? '').toLowerCase())) words.pop()
  return words.join(' ')
}

function couldBeName(name: string): boolean {
  const words = name.toLowerCase().split(/\s+/)
  const [first = ''] = words
  if (first.length < 2 || words.some((each) => noNames.has(each) || nobody.has(each))) return false
  if (words.length === 1 && everydayWords.has(first) && !/^\p{Lu}/u.test(name)) return false
  return words.length > 1 || !/(?:ing|ed|ly)$/.test(first) || /^\p{Lu}/u.test(name)
}

/** Words that people use about themselves and that are not names, capitalised or not. */
const nobody: ReadonlySet<string> = new Set(
  `able about afraid alone already american angry asking australian back british busy canadian chinese client correct
  curious customer disappointed done dutch english fine flexible free french german greek here home hungry ill indian
  interested irish italian japanese korean late lost mexican never none nope not nothing only open planning polish
  portuguese ready really russian sick single someone something somewhere spanish still stuck swedish swiss tired trying
  turkish under unable unhappy unsure upset urgent worried wrong yeah yep ceo cfo phd usa uk monday tuesday wednesday
  thursday friday saturday sunday january february march april june july august september october november december
  oh ah aha uh um er erm hm hmm hmmm huh aw aww wow whoa oops ugh gosh well haha ha lol hooray yay alas damn jeez boy man dude
  perfect absolutely certainly exactly indeed right true correct awesome cool nice excellent amazing wonderful
  duh main my the that this before after because cancel refund book change`.split(/\s+/),
)

/** Everyday words that are also names; in lower case they hardly ever mean a person. */
export const everydayWords: ReadonlySet<string> = new Set(
  `all an and angel april art as at august autumn baker banks bell best bill black brown call can card carter case chance
  chase christian church cook cooper cross dawn day dean do drew east faith field for fox free frank gene gift glen good
  grace gray green grey guy harper he heather her hill his holly home hope house hunter in is it ivy jack jade jay jean
  joy june king lake land lane law lee lily line little long love low major man march mark martin mason may miles moon
  more my no noble north of old olive on one or order page park parker pat pearl penny porter price ray read reed reid
  rice rich rob rose ruby rush sandy sharp shell she short small so south star steel stone strong sue summer sunny taylor
  the to turner union violet walker wall ward water way west white wild will winter wise with wolf wood woods work you
  young your there everyone valued friend guest sir madam again`.split(/\s+/),
)

/** Words that occur next to a name but are not part of it: titles, and everyday words that nobody is called. */
export const noNames: ReadonlySet<string> = new Set(
  `mr mrs ms miss dr prof sir madam van von de da la el di du le the and or of a an user customer unknown guest name names
  i you he she it we they me him us them my your his its our their this that these those what which who how why when where
  here there is are was were be been am do does did have has had will would can could should not no yes ok okay please
  thanks thank hello hi hey dear great good new now well just also very so but if then than to from for with at by in on
  off up out about into over again more most other some any all both each few many much first last next day today
  tomorrow night week time sure fine sorry wait going looking calling trying having glad happy interested afraid
  salon spa studio hair nail nails beauty barber clinic dental dentistry medical center centre health care group family
  office services service shop store bar club inc llc ltd md dds phd jr sr none null test gold silver bronze regular
  member account order number email address phone card gift indian american`.split(/\s+/),
)
