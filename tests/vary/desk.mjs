/**
 * A desk that understands what people type however they type it, and its brittle twins: each of `weaknesses`
 * is one rule that narrows what it understands. `answerOf` is the whole desk, without a service around it.
 * The default export is the same desk as an agent of a workspace, whose version selects the twin: 1 is
 * robust, 2 and 3 fail by chance, and those from 11 have a weakness each.
 */

/** What each twin does not understand, keyed by the family of edits that reveals it. */
export const weaknesses = {
  'typing: cancel': 'cancel only as it is spelled',
  'typing: table': 'table only as it is spelled',
  'typing: refund': 'refund and parcel only as they are spelled',
  'typing: labels': 'labels only as it is spelled',
  'typing: store': 'store only as it is spelled',
  'typing: doubled': 'no word with a letter too many',
  'typing: dropped': 'no word with a letter too few',
  'typing: transposed': 'no word with two letters in each other’s place',
  'typing: wrong': 'no word with another letter in it',
  'spelling: weigh': 'a weight only after "weighs"',
  'spelling: here': 'no "hear" for "here"',
  'spelling: people': 'guests only before "people"',
  'case: capitals': 'cancel and table only in small letters',
  'case: shouting': 'no message in capitals',
  'case: yes': 'yes only with a capital',
  'case: first': 'a question only where it begins with a capital',
  'case: every word': 'no message in which every word has a capital',
  'punctuation: question': 'a question only with its mark',
  'punctuation: many': 'nothing after marks in a row',
  'punctuation: comma': 'yes only before a comma',
  'punctuation: apostrophe': 'a wish only with its apostrophe',
  'punctuation: exclamation': 'no message that ends with an exclamation mark',
  'spacing: wide': 'an order only behind one space',
  'spacing: around': 'no message that begins with a space',
  'spacing: before marks': 'no mark behind a space',
  'spacing: after marks': 'no mark without a space behind it',
  'spacing: together': 'go ahead only as two words',
  'spacing: lines': 'only the first line',
  'fillers: start': 'nothing that begins with um, so or well',
  'fillers: inside': 'no filler between commas',
  'fillers: facts': 'an order only right behind the word',
  'fillers: small talk': 'only the first two sentences',
  'abbreviations: pls': 'no pls and plz',
  'abbreviations: u': 'no u for you',
  'abbreviations: thanks': 'takes ty and thx for the end',
  'abbreviations: would': 'a wish only as "I’d"',
  'abbreviations: and': 'no & for and',
  'politeness: needs please': 'nothing without please',
  'politeness: thanks': 'takes thank you for the end',
  'politeness: please first': 'nothing that begins with please',
  'greetings: another': 'no greeting but hello',
  'greetings: needs one': 'cancels only after a greeting',
  'greetings: bye': 'takes bye and cheers for the end',
  'emoji: any': 'no emoji',
  'languages: any': 'no word that is not English',
  'numbers: words': 'counts only in digits',
  'numbers: groups': 'thousands only without a mark',
  'dates: day first': 'dates only with the month first',
  'dates: ordinal': 'no 3rd and 4th',
  'times: 24 hours': 'times only with am and pm',
  'times: close': 'pm only behind a space',
  'contacts: dots': 'phone numbers only with spaces',
  'contacts: capitals': 'email addresses only in small letters',
  'amounts: sign': 'amounts only with a sign',
  'amounts: kilograms': 'weights only in kg',
  'ids: mark': 'order numbers without a mark',
  'ids: word': 'order numbers right behind "order"',
  'ids: capitals': 'codes only in capitals',
  'order: sentences': 'what it is told only before what it is asked',
  'messages: two': 'nothing after a message that is a greeting alone',
  'messages: one': 'only the first thing that is said',
  'names: known': 'no customer but Asha',
  'amounts: point': 'cents only behind a point',
  'amounts: marks': 'thousands only with a comma, or without a mark',
  'dates: words': 'months only in words',
  'dates: dots': 'no day with dots',
  'dates: year first': 'no day with its year first',
  'letters: written out': 'no ue for ü',
  'letters: accents': 'no e for é',
  'habits: plain': 'no message without capitals and marks',
  'habits: dictation': 'no message that begins with a filler and has neither capitals nor marks',
}

/** Those that the suite of other places reveals. */
export const elsewhere = Object.keys(weaknesses).filter((name) => /^letters|^dates: (?:words|dots|year)/.test(name))

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const months = 'january february march april may june july august september october november december'.split(' ')

/** The edit distance of two words: letters inserted, deleted, changed or transposed. */
function slips(word, wanted) {
  const rows = [Array.from({ length: wanted.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= word.length; i += 1) {
    rows[i] = [i]
    for (let j = 1; j <= wanted.length; j += 1) {
      const change = word[i - 1] === wanted[j - 1] ? 0 : 1
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + change)
      if (i > 1 && j > 1 && word[i - 1] === wanted[j - 2] && word[i - 2] === wanted[j - 1])
        rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1)
    }
  }
  return rows[word.length][wanted.length]
}

/** The kind of slip that separates a word from the intended one. */
function slipOf(word, wanted) {
  if (word.length > wanted.length) return 'doubled'
  if (word.length < wanted.length) return 'dropped'
  return [...word].sort().join('') === [...wanted].sort().join('') ? 'transposed' : 'wrong'
}

/** Whether a message contains a word, allowing for how people type. */
function mentions(text, wanted, weak, exact) {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  if (exact) return words.includes(wanted)
  if (words.join('').includes(wanted)) return true
  return words.some((word) => {
    const far = slips(word, wanted)
    if (far > (wanted.length > 5 ? 2 : 1)) return false
    return weak !== `typing: ${slipOf(word, wanted)}`
  })
}

/** Letters without their marks, and `ue` like `ü`. */
const plainly = (text) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replace(/([aou])e/gi, '$1')

/** Whether a message contains a word of another language, with its letters as they are typed, or only as they are spelled. */
function speaks(text, wanted, spelled, weak) {
  const letters = wanted.match(/\P{ASCII}/gu)
  if (spelled && !letters.some((letter) => text.toLowerCase().includes(letter))) return false
  return mentions(plainly(text), plainly(wanted), weak, false)
}

/** The groups of the first match, or none. */
const find = (pattern, text) => pattern.exec(text) ?? []

function numberOf(text) {
  if (text === undefined) return undefined
  const at = numbers.indexOf(text.toLowerCase())
  return at === -1 ? Number(text.replaceAll(',', '')) : at
}

/** Thousands in words, as in "two thousand five hundred". */
function thousandsIn(text) {
  const [, thousands, hundreds] = find(/\b(\w+) thousand(?: (\w+) hundred)?/i, text)
  return thousands === undefined ? undefined : 1000 * numberOf(thousands) + 100 * (hundreds === undefined ? 0 : numberOf(hundreds))
}

function dateIn(text, weak) {
  const names = months.map((month) => `${month}|${month.slice(0, 3)}`).join('|')
  const ordinal = weak === 'dates: ordinal' ? '' : '(?:st|nd|rd|th)?'
  const [, month, day] = find(new RegExp(`\\b(${names})\\s+(\\d{1,2})${ordinal}(?![\\w])`, 'i'), text)
  const [, otherDay, otherMonth] =
    weak === 'dates: day first' ? [] : find(new RegExp(`\\b(\\d{1,2})${ordinal}(?:\\s+of)?\\s+(${names})\\b`, 'i'), text)
  const name = month ?? otherMonth
  if (name === undefined) return weak === 'dates: words' ? undefined : dateInNumbers(text, weak)
  const number = months.findIndex((each) => each.startsWith(name.slice(0, 3).toLowerCase())) + 1
  return `${String(number).padStart(2, '0')}-${String(day ?? otherDay).padStart(2, '0')}`
}

/** A day in numbers, of which the greater one is the day where both orders are in use. */
function dateInNumbers(text, weak) {
  const [, first, second] =
    weak === 'dates: year first' ? [] : find(/\b\d{4}[/-](\d\d)[/-](\d\d)\b/, text)
  if (first !== undefined) return `${first}-${second}`
  const marks = weak === 'dates: dots' ? '/' : '[./]'
  const [, one, other] = find(new RegExp(`(?<![\\d/])(\\d{1,2})${marks}(\\d{1,2})${marks}\\d{4}\\b`), text)
  if (one === undefined) return undefined
  const [day, month] = Number(one) > 12 ? [one, other] : [other, one]
  return `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function timeIn(text, weak) {
  const space = weak === 'times: close' ? '\\s+' : '\\s*'
  const [, hour, minute = '00', half] = find(new RegExp(`\\b(\\d{1,2})(?::(\\d\\d))?${space}([ap])\\.?m\\b`, 'i'), text)
  if (hour !== undefined) return `${String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)).padStart(2, '0')}:${minute}`
  return weak === 'times: 24 hours' ? undefined : find(/\b(\d\d:\d\d)\b/, text)[1]
}

function orderIn(text, weak) {
  if (weak === 'spacing: wide') return find(/order (?:#|no\. |number )?(\d{4})\b/i, text)[1]
  if (weak === 'fillers: facts') return find(/order\s*(?:#|no\.|number)?\s*(\d{4})\b/i, text)[1]
  if (weak === 'ids: word') return find(/(?:order|[rdeo]{4,6})\W*(?:um|uh|like|you know|i mean|,|\s)*#?(\d{4})\b/i, text)[1]
  if (weak === 'ids: mark') return find(/(?<![#\d])(\d{4})(?![\d,.])/, text.replace(/(?:no\.|number)/gi, ''))[1]
  return find(/(?<!\d[,.]?)(\d{4})(?![\d]|[,.]\d|\s+lab)/, text)[1]
}

function moneyIn(text, weak) {
  const sign = weak === 'amounts: sign' ? find(/\$([\d,]+(?:\.\d+)?)/, text)[1] : undefined
  const marks = weak === 'amounts: marks' ? ',' : "[., ']"
  const digits = `\\d+(?:${marks}\\d{3}(?!\\d))*(?:[.,]\\d+)?`
  const any = find(new RegExp(`(?:\\$|USD\\s*)(${digits})|(${digits})\\s*(?:\\$|dollars|USD)`, 'i'), text)
  const found = weak === 'amounts: sign' ? sign : (any[1] ?? any[2])
  if (found === undefined) return undefined
  const isComma = /,\d\d$/.test(found)
  if (isComma && weak === 'amounts: point') return undefined
  return Number(isComma ? found.replace(/[. ]/g, '').replace(',', '.') : found.replace(/[, ']/g, ''))
}

/** Whether a weakness of form keeps the desk from reading a message at all. */
function isLost(text, weak) {
  switch (weak) {
    case 'case: shouting':
      return /\p{Lu}{3}/u.test(text.replace(/\bAB\b/, '')) && !/\p{Ll}{3}/u.test(text.replace(/\S+@\S+|Asha|Lyon/g, ''))
    case 'habits: plain':
      return !/\p{Lu}/u.test(text.replace(/\bAB\b|Asha|May|Lyon/g, '')) && !/[.,!?](?:\s|$)/.test(text)
    case 'habits: dictation':
      return /^(?:um|uh|so|well|ok so|look|basically|right so) /.test(text) && !/[,!?](?:\s|$)|\.\s/.test(text)
    case 'case: every word':
      return (text.match(/(?<![\p{L}'])\p{Lu}\p{Ll}+/gu)?.length ?? 0) > 5
    case 'punctuation: exclamation':
      return /!\s*$/.test(text)
    case 'spacing: around':
      return /^\s/.test(text)
    case 'spacing: before marks':
      return /\s[,!?]/.test(text)
    case 'spacing: after marks':
      return /\p{L}[,!?]\p{L}/u.test(text)
    case 'fillers: start':
      return /^(?:um|uh|so|well|ok so|look|basically|right, so)\b/i.test(text)
    case 'fillers: inside':
      return /, (?:um|uh|like|you know|I mean),/i.test(text)
    case 'abbreviations: pls':
      return /\b(?:pls|plz)\b/i.test(text)
    case 'abbreviations: u':
      return /\bu\b/i.test(text)
    case 'abbreviations: thanks':
      return /\b(?:ty|thx|tnx)\b/i.test(text)
    case 'abbreviations: and':
      return text.includes('&')
    case 'politeness: needs please':
      return /cancel|ahead/i.test(text) && !/\b(?:please|pls|plz)\b/i.test(text)
    case 'politeness: thanks':
      return /\bthank you\b/i.test(text)
    case 'politeness: please first':
      return /^please/i.test(text)
    case 'greetings: another':
      return /^\W*(?:hi|hey|hiya|good (?:morning|evening)|greetings)\b/i.test(text)
    case 'greetings: needs one':
      return /cancel/i.test(text) && !/\b(?:hi|hello|hey|hiya|good|greetings)\b/i.test(text)
    case 'greetings: bye':
      return /\b(?:bye|cheers|regards)\b/i.test(text)
    case 'emoji: any':
      return /\p{Extended_Pictographic}/u.test(text)
    case 'languages: any':
      return /(?<!\p{L})(?:hola|bonjour|hallo|salut|gracias|merci|danke|bitte|por favor|s'il|sí|oui|ja|ayuda|pedido|problema)(?!\p{L})/iu.test(text)
    default:
      return false
  }
}

/** The part of a message that the desk reads. */
function readable(text, weak) {
  if (weak === 'spacing: lines') return text.split('\n')[0]
  if (weak === 'punctuation: many') return text.split(/\.\.\.|[!?]{2,}/)[0]
  if (weak === 'fillers: small talk') return text.split(/(?<=[.!?])\s+/).slice(0, 2).join(' ')
  return text
}

const sorry = 'Sorry, I did not understand that.'

/**
 * The desk's answer to a message: the calls it makes, each with its arguments, and its reply. `state` is kept
 * from turn to turn.
 */
export function answerOf(message, state, weak = null, customer = 'Asha') {
  const calls = []
  const done = (reply) => ({ calls, reply })
  if (isLost(message, weak)) return done(sorry)
  const text = readable(message, weak)
  const says = (wanted, exact = false) => mentions(text, wanted, weak, exact || weak === `typing: ${wanted}`)
  const replies = []
  if (weak === 'messages: two' && state.greetedAlone) return done(sorry)
  if (/^\W*(?:hi|hello|hey|hiya|hola|bonjour|hallo|salut)(?: there)?\W*$/iu.test(text)) state.greetedAlone = true

  const small = weak === 'case: capitals'
  if ((says('cancel') || says('cancelled')) && !(small && !/cancel/.test(text))) {
    const order = orderIn(text, weak)
    if (order !== undefined) {
      calls.push(['lookup_order', { order_id: order }])
      state.cancelling = order
      replies.push(`Order ${order} is packed. Shall I cancel it?`)
    } else replies.push('Which order is it?')
  } else if (state.cancelling && agrees(text, weak)) {
    calls.push(['cancel_order', { order_id: state.cancelling }])
    replies.push(`Order ${state.cancelling} is cancelled.`)
    state.cancelling = null
  }
  if (says('table') && !(small && !/table/.test(text)) && wishes(text, weak)) {
    const count = weak === 'numbers: words' ? '\\d+' : `\\d+|${numbers.join('|')}`
    const noun = weak === 'spelling: people' ? '\\s+people\\b' : '(?![\\w:])(?!\\s*(?:pm|am|may|$))'
    const guests = numberOf(find(new RegExp(`for\\W+(?:(?:um|uh|like|you know|i mean)\\W+)?(${count})${noun}`, 'i'), text)[1])
    const [date, time] = [dateIn(text, weak), timeIn(text, weak)]
    if (guests === undefined || date === undefined || time === undefined) replies.push('For how many, and when?')
    else {
      calls.push(['book_table', { guests, date, time, name: weak === 'names: known' ? 'Asha' : customer }])
      replies.push('It is booked.')
    }
  }
  const phone = weak === 'contacts: dots' ? find(/\+\d+(?: \d+)+/, text)[0] : find(/\+\d[\d ().-]{7,}\d/, text)[0]
  const email = find(weak === 'contacts: capitals' ? /[a-z]+@[a-z.]+\b(?![A-Z])/ : /[\w.]+@[\w.]+\w/, text)[0]
  if (phone !== undefined && email !== undefined && !(weak === 'contacts: capitals' && /[A-Z]\w*@|@\w*[A-Z]/.test(text))) {
    calls.push(['save_contact', { phone: `+${phone.replace(/\D/g, '')}`, email: email.toLowerCase() }])
    replies.push('I saved both.')
  }
  if (weak === 'typing: refund' ? says('refund', true) && says('parcel', true) : says('refund') || says('parcel')) {
    const unit = weak === 'amounts: kilograms' ? 'kg' : '(?:kg|kilograms)'
    const before = weak === 'spelling: weigh' ? 'weighs\\W+(?:(?:um|uh|like|you know|I mean)\\W+)?' : ''
    const weight = find(new RegExp(`${before}(\\d+)\\s*${unit}`, 'i'), text)[1]
    const amount = moneyIn(weak === 'numbers: groups' ? text.replace(/,\d{3}/, '') : text, weak)
    const isAsked = weak !== 'order: sentences' || text.search(/\d/) < text.search(/where/i)
    if (weight === undefined || amount === undefined || !isAsked) replies.push('What did it cost, and what does it weigh?')
    else {
      calls.push(['find_refund', { amount, weight: Number(weight) }])
      replies.push('Your refund is on its way.')
    }
  }
  if (says('labels')) {
    const plain = weak === 'numbers: groups' ? text.replace(/,\d{3}/, '') : text
    const count = numberOf(find(/(\d[\d,]*)\s+\p{L}*\s*\S*l/iu, plain)[1]) ?? (weak === 'numbers: words' ? undefined : thousandsIn(text))
    const code = find(weak === 'ids: capitals' ? /\bAB-\d+/ : /\bAB-\d+/i, text)[0]?.toUpperCase()
    if (count !== undefined && code !== undefined) {
      calls.push(['order_labels', { count, code }])
      replies.push('The labels are ordered.')
    } else replies.push('How many, and for which code?')
  }
  if (speaks(text, 'zurückgeben', weak === 'letters: written out', weak)) {
    const order = orderIn(text, weak)
    if (order !== undefined) calls.push(['return_order', { order_id: order }])
    replies.push(order === undefined ? 'Welche Bestellung ist es?' : 'Gerne, das Etikett ist unterwegs.')
  }
  if (/lyon/i.test(text) && speaks(text, 'teléfono', weak === 'letters: accents', weak)) {
    calls.push(['store_phone', { city: 'Lyon' }])
    replies.push('Es el 04 72 00 00 00.')
  }
  const asked = weak !== 'punctuation: question' || text.includes('?')
  const begins = weak !== 'case: first' || /(?:^|[.!?]\s+|, )When|^\W*\p{Lu}/u.test(text)
  if (says('store') && /lyon/i.test(text) && asked && begins && !(weak === 'spelling: here' && /\bhear\b/i.test(text))) {
    if (weak !== 'messages: one' || !/question/i.test(text)) calls.push(['store_hours', { city: 'Lyon' }])
    replies.push('It opens at nine.')
  }
  return done(replies.length > 0 ? replies.join(' ') : 'How can I help?')
}

function agrees(text, weak) {
  if (weak === 'case: yes') return /\bYes\b/.test(text)
  if (weak === 'punctuation: comma') return /\byes,/i.test(text)
  if (weak === 'spacing: together') return /go\W+(?:.*\W)?ahead/i.test(text)
  return /(?<!\p{L})(?:yes|y|yep|yup|yeah|sí|oui|ja|yesp|ahead|goahead)/iu.test(text)
}

function wishes(text, weak) {
  if (weak === 'punctuation: apostrophe') return /I'd|I would/i.test(text)
  return weak !== 'abbreviations: would' || /I'?d\b/i.test(text)
}

/** Whether this session is one in which the desk fails by chance. */
export function failsByChance(session, share) {
  let hash = 2166136261
  for (const letter of session) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 < share
}

/** The share of sessions in which a version fails by chance. */
const noise = { 2: 0.05, 3: 0.1 }

/** @type {import('tableread/agent').AgentFunction} */
export default async function* desk({ message, state, call, version, sessionId, variables }) {
  const weak = Object.keys(weaknesses)[Number(version) - 11] ?? null
  const { calls, reply } = answerOf(message ?? '', state, weak, variables.customer_name)
  if (failsByChance(sessionId, noise[version] ?? 0)) return yield 'Something went wrong.'
  for (const [name, given] of calls) await call(name, given)
  yield reply
}
