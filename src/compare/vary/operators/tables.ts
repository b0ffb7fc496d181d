/** English words and what people type for them, by operator. Keys are in lower case. */

export const misspellings: Readonly<Record<string, string | readonly string[]>> = {
  received: 'recieved',
  receive: 'recieve',
  receipt: 'reciept',
  address: ['adress', 'addres'],
  definitely: 'definately',
  separate: 'seperate',
  calendar: 'calender',
  account: ['acount', 'accout'],
  delivery: 'delivary',
  delivered: 'deliverd',
  appointment: ['appointmant', 'apointment'],
  available: ['availible', 'avaliable'],
  believe: 'beleive',
  business: 'buisness',
  cancel: ['cancle', 'cancell'],
  cancelled: 'canceled',
  canceled: 'cancelled',
  cancellation: 'cancelation',
  because: 'becuase',
  broken: 'brocken',
  charged: 'chraged',
  damaged: 'damadged',
  different: 'diffrent',
  difference: 'diffrence',
  exchange: 'exchage',
  friend: 'freind',
  immediately: 'immediatly',
  information: 'infomation',
  invoice: 'invioce',
  laptop: 'labtop',
  message: 'mesage',
  necessary: 'neccessary',
  number: 'numer',
  package: 'packege',
  parcel: 'parcle',
  password: 'pasword',
  payment: 'payement',
  please: 'plaese',
  possible: 'posible',
  problem: 'probelm',
  product: 'prodcut',
  purchase: 'purchse',
  question: 'quesiton',
  really: 'realy',
  refund: ['refound', 'refud'],
  reservation: 'reservaton',
  return: 'retrun',
  schedule: 'shedule',
  shipping: 'shiping',
  shipped: 'shiped',
  store: 'stroe',
  subscription: 'subscribtion',
  thank: 'thnak',
  their: 'thier',
  transfer: 'tranfer',
  until: 'untill',
  warranty: ['waranty', 'warrenty'],
  weird: 'wierd',
  where: 'wher',
  which: 'wich',
}

/** Words that sound alike, each of which is typed for the other. */
const soundAlike: readonly (readonly [string, string])[] = [
  ["you're", 'your'],
  ["it's", 'its'],
  ['there', 'their'],
  ['here', 'hear'],
  ['right', 'write'],
  ['buy', 'by'],
  ['whether', 'weather'],
  ['effect', 'affect'],
  ['past', 'passed'],
]
export const homophones: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    soundAlike.flatMap(([one, other]) => [
      [one, other],
      [other, one],
    ]),
  ),
  ...{ "they're": 'there', "who's": 'whose', too: 'to', than: 'then', wait: 'weight', whole: 'hole', know: 'now' },
  ...{ new: 'knew', would: 'wood', piece: 'peace', sale: 'sail', mail: 'male', week: 'weak', meet: 'meat', see: 'sea' },
  ...{ pair: 'pear', road: 'rode', through: 'threw' },
}

export const abbreviations: Readonly<Record<string, string | readonly string[]>> = {
  please: ['pls', 'plz'],
  thanks: ['thx', 'tnx'],
  'thank you': ['ty', 'thx'],
  you: 'u',
  your: 'ur',
  are: 'r',
  because: ['bc', 'cuz'],
  'as soon as possible': 'asap',
  information: 'info',
  number: ['nr', 'num'],
  appointment: 'appt',
  account: 'acct',
  address: 'addr',
  delivery: 'deliv',
  message: 'msg',
  tomorrow: ['tmrw', 'tmr'],
  tonight: 'tonite',
  today: '2day',
  great: 'gr8',
  before: 'b4',
  'for your information': 'fyi',
  'by the way': 'btw',
  'right now': 'rn',
  'let me know': 'lmk',
  'do you know': 'dyk',
  people: 'ppl',
  about: 'abt',
  with: 'w/',
  and: '&',
  okay: ['ok', 'k'],
  yes: ['y', 'yep', 'yup', 'yeah'],
  see: 'c',
  though: 'tho',
  through: 'thru',
  'going to': 'gonna',
  'want to': 'wanna',
  'got to': 'gotta',
  password: 'pw',
  reservation: 'resv',
  quantity: 'qty',
  package: 'pkg',
  minutes: 'mins',
  hours: 'hrs',
}

/** Two words and what they are drawn together to; none negated: reading "don't" as a denial is not what is tested. */
const drawnTogether: readonly (readonly [apart: string, together: string])[] = [
  ['I am', "I'm"],
  ['I would', "I'd"],
  ['I will', "I'll"],
  ['I have', "I've"],
  ['it is', "it's"],
  ['that is', "that's"],
  ['what is', "what's"],
  ['where is', "where's"],
  ['there is', "there's"],
  ['when is', "when's"],
  ['you are', "you're"],
  ['we are', "we're"],
  ['they are', "they're"],
  ['here is', "here's"],
  ['let us', "let's"],
  ['we have', "we've"],
  ['you have', "you've"],
  ['we would', "we'd"],
]
export const expansions: Readonly<Record<string, string>> = Object.fromEntries(
  drawnTogether.map(([apart, together]) => [together.toLowerCase(), apart]),
)
/** Those in this table alone are not written out again: "she's" may be "she has". */
export const contractions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(drawnTogether.map(([apart, together]) => [apart.toLowerCase(), together])),
  ...{ 'who is': "who's", 'how is': "how's", 'he is': "he's", 'she is': "she's", 'you would': "you'd" },
}

export const fillers: readonly string[] = 'um, |well, |so, |ok so |basically, |uh, |look, |right, so '.split('|')
/** Without "I mean", which takes back what precedes it; next to a number, "like" means "about". */
export const innerFillers: readonly string[] = ['like', 'um', 'uh', 'you know']
export const factFillers: readonly string[] = ['um', 'uh', 'you know']
/** Pairs of words that form a different word when written together. */
export const otherWords: ReadonlySet<string> = new Set(
  'about abroad across again ahead alive alone along already altogether anyone apart around aside asleep awhile away everyday forever inside into maybe nobody onto outside someone today together tonight upon'.split(
    ' ',
  ),
)
/** Words that are others, or deny something, once they are typed without their marks, in all languages together. */
export const otherWithoutMarks: ReadonlySet<string> = new Set(
  [
    'résumé résumés exposé exposés rosé pâté lamé maté', // English
    'buße bußen maß maße maßen', // German, with ss for ß
    'tâche tâches côte côtes pêche pêches pêcheur jeûne gêne pâle pâte pâtes mâle hâle règne', // French
    'cálculo depósito fábrica líquido límite pérdida pérdidas práctica práctico público pública término válido', // Spanish
    'análise cópia dúvida pôde secretária sábia', // Portuguese
    'fețe pește peşte țări ţări', // Romanian
    'łaska łaski kąta pączka pączki sądu sądy', // Polish
    'dráha dráhy pásy ráda rádi řada řady vína žádná žádné žádný žádného žádnou', // Czech and Slovak
    'kuća kuće kući kuću pića piće', // Croatian
    'kérek kérte mérek örülök őrülök örülnek őrülnek', // Hungarian
    'süre sürer sürede sıkça sıkma hâlâ', // Turkish
  ].flatMap((words) => words.split(' ')),
)
export const smallTalk: readonly string[] = [
  'Hope you are having a good day. ',
  'Sorry to bother you. ',
  'Quick question. ',
  'I am writing from my phone. ',
]

export const greetings: readonly string[] =
  'Hi|Hello|Hey|Good morning|Good evening|Hi there|Hello there|Hiya|Greetings'.split('|')
export const signOffs: readonly string[] = [
  'Thanks, bye!',
  'Best regards.',
  'Cheers!',
  'Thanks in advance!',
  'Have a good day!',
]
export const courtesies: readonly string[] = ['please', 'thank you', 'thanks']
export const emojis: readonly string[] = ['🙂', '🙏', '😅', '👍', '😊', '🤔']

/** English words that people replace by one of another language. */
export const codeSwitches: Readonly<Record<string, readonly string[]>> = {
  hello: ['hola', 'bonjour', 'hallo'],
  hi: ['hola', 'salut', 'hallo'],
  hey: ['hola', 'salut'],
  please: ['por favor', "s'il vous plaît", 'bitte'],
  thanks: ['gracias', 'merci', 'danke'],
  'thank you': ['gracias', 'merci', 'danke'],
  yes: ['sí', 'oui', 'ja'],
  okay: ['vale', "d'accord"],
  ok: ['vale', "d'accord"],
  friend: ['amigo', 'ami'],
  goodbye: ['adiós', 'au revoir'],
  bye: ['adiós', 'ciao', 'tschüss'],
  sorry: ['perdón', 'pardon', 'sorry, perdón'],
  'good morning': ['buenos días', 'bonjour', 'guten Morgen'],
  today: ['hoy'],
  now: ['ahora', 'maintenant', 'jetzt'],
  money: ['dinero'],
  house: ['casa'],
  problem: ['problema', 'problème'],
  help: ['ayuda'],
  order: ['pedido'],
}

/** Given names that may replace each other, so that a swap changes the customer and nothing else. */
export const givenNames: readonly string[] = 'Maya Noah Lena Omar Ines Tomas Priya Erik Zoe Malik'.split(' ')
export const familyNames: readonly string[] = 'Okafor Lindgren Moreau Tanaka Silva Novak Haddad Byrne'.split(' ')

/** Units as people write them, short and long. */
export const units: readonly (readonly [short: string, long: string])[] = [
  ['kg', 'kilograms'],
  ['km', 'kilometers'],
  ['cm', 'centimeters'],
  ['mm', 'millimeters'],
  ['lbs', 'pounds'],
  ['oz', 'ounces'],
  ['ft', 'feet'],
  ['GB', 'gigabytes'],
  ['MB', 'megabytes'],
  ['TB', 'terabytes'],
  ['hrs', 'hours'],
  ['mins', 'minutes'],
  ['ml', 'milliliters'],
]
