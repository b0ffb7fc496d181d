/** Words of criteria in English, German, French and Spanish. */

export function anyOf(words: string): string {
  return `(?:${words.trim().split(/\s+/).join('|').replaceAll('_', ' ')})`
}

/** Base forms that are never nouns: after "and" they begin another demand. */
const plainVerbs = anyOf(`apologise apologize ask explain tell give confirm mention say provide suggest recommend ensure
  acknowledge greet thank verify inform avoid remain stay keep make take send describe repeat refuse decline invite
  introduce identify cancel reassure express understand wait follow look sound use add admit agree allow choose
  clarify collect compare complete correct decide deliver detect direct encourage escalate find finish forward
  go handle help include know leave let mean meet need notice obtain open pay proceed prompt propose prove put
  react read receive recognise recognize reject remember remind remove resolve respect respond return reveal
  say see seem set show solve speak start stop summarise summarize talk translate treat try turn validate warn
  welcome write blame insist promise refer`)

/** Forms that may be nouns: they count as verbs only before an object. */
const doubtfulVerbs = anyOf(
  'offer name state answer question request list call order refund charge credit note point book report link reply update check contact quote claim address close use show need promise help return',
)

const determiners = anyOf(
  `the an? that whether it them him her how why when what if his their its this these those no any all one every to_the
  customers? agents? users? with_a with_the`,
)

/** The third person of English verbs: after s, x, ch or sh it ends in es. */
function third(base: string): string {
  return base
    .slice(3, -1)
    .split('|')
    .map((verb) => thirdPerson(verb))
    .join('|')
}

export function thirdPerson(verb: string): string {
  const odd: Record<string, string> = { be: 'is', have: 'has', do: 'does', go: 'goes' }
  if (Object.hasOwn(odd, verb)) return odd[verb] as string
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`
}

const alwaysVerbs = anyOf('is are was were has have does did can could will would must should may might')

/** An English verb that begins another clause, after `and`, `but` or a comma. */
export const englishVerb: string = `(?:${alwaysVerbs}|(?:${third(plainVerbs)})|(?:${third(doubtfulVerbs)})\\s+(?:${determiners}\\b|["“{]))`

/** The same after "should", "must" or "to". */
export const englishBase: string = `(?:${plainVerbs}|${doubtfulVerbs}\\s+(?:${determiners}\\b|["“{]))`

export const germanVerb: string =
  anyOf(`entschuldigt bietet fragt nennt erklärt sagt gibt bestätigt verweist stellt leitet schickt
  sendet bittet weist hilft schlägt ruft beantwortet erwähnt verspricht bedankt begrüßt verabschiedet bleibt ist hat wird
  kann muss soll macht lässt zeigt informiert teilt fasst wiederholt verwendet vermeidet löst storniert bucht lehnt
  antwortet verlangt erstattet prüft empfiehlt entschuldigte drückt äußert nimmt geht kündigt beschreibt`)

export const frenchVerb: string = `(?:${anyOf(`s['’]excuse explique confirme donne dit indique répond mentionne remercie vérifie
  informe précise rappelle invite envoie reconnaît évite est peut doit ne n['’]\\S+ se_\\p{L}+ lui_\\p{L}+ propose salue
  fournit annule refuse transfère reste rassure suggère`)}|(?:demande|offre|présente)\\s+(?:les?|la|une?|des|si|que|à|au|de|l['’]|son|sa|ses))`

export const spanishVerb: string = `(?:${anyOf(`se_\\p{L}+ le_\\p{L}+ pide ofrece explica confirma da dice indica propone responde menciona
  agradece informa recuerda envía verifica es está tiene puede debe saluda evita sugiere proporciona cancela rechaza
  reconoce transfiere no_\\p{L}+`)}|pregunta\\s+(?:si|por|al?|el|la|cuál|qué|cuándo))`

export const subject: string = `(?:(?:the\\s+|an?\\s+)?(?:agent|assistant|bot|chatbot|model|reply|answer|response|message|customer|user)|it|he|she|they|der\\s+(?:agent|assistent|bot|kunde)|die\\s+(?:antwort|agentin|assistentin|kundin)|er|sie|es|(?:l['’](?:agent|assistant)|le\\s+(?:bot|client)|la\\s+réponse)|ils?|elles?|(?:el\\s+(?:agente|asistente|bot|cliente)|la\\s+respuesta)|ella|él)`
