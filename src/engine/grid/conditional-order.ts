/** Verbs with which prompts order something, in the imperative: English, German, French and Spanish. */
const orders = [
  'add|advise|answer|apologi[sz]e|ask|be|book|call|cancel|change|charge|check|clarify|close|collect|confirm|connect|contact|create|decline|direct|disclose|do|end|escalate|explain|forward|gather|get|give|greet|hand|hang|inform|invite|keep|leave|let|log|look|make|mention|name|offer|open|pass|pay|place|point|promise|propose|provide|quote|read|recommend|refer|refund|refuse|register|reject|remain|remind|repeat|reply|report|request|reserve|respond|reveal|route|say|schedule|search|send|share|show|skip|speak|start|state|stay|stop|suggest|summari[sz]e|take|tell|thank|transfer|try|update|urge|use|verify|wait|warn|write',
  'antworte|bestätige|beende|biete|buche|erkläre|erstatte|frage?|gib|hole?|kläre|lehne|leite|lies|nenne?|notiere|nutze|prüfe?|reserviere|rufe?|sage?|schicke?|schlage?|schreibe?|sende|sprich|storniere|suche?|teile?|übergib|verbinde|versprich|verweise|verwende|warne|warte|weise?|wiederhole|zeige?|\\p{L}+en Sie',
  'annule[rz]?|appele[rz]|appelle|confirme[rz]?|demande[rz]?|dis|dites|donne[rz]?|envoie|envoyez|explique[rz]?|indique[rz]?|offre[zr]?|oriente[rz]?|promet(?:s|tez)|propose[rz]?|refuse[rz]?|réserve[rz]?|transfère|transférez|utilise[rz]?|vérifie[rz]?',
  'avis[ae]|busc?a|busque|cancel[ae]|comprueb[ae]|confirm[ae]|deriv[ae]|di|diga|envía|envíe|explica|explique|indica|indique|inform[ae]|llam[ae]|ofrec[ea]|ofrezca|pasa|pase|pide|pida|pregunt[ae]|promet[ae]|rechaz[ae]|reserv[ae]|transfier[ae]|us[ae]|verifica|verifique',
].join('|')

/** An order, and not the first word of a list of things or a heading: "offer or voucher", "Orders: ...". */
const order = `(?:${orders})(?![\\p{L}\\p{N}_:/-])(?!,| (?:or|and|oder|und|ou|et|o|y) )`
const fillers =
  '(?:(?:please|first|then|just|simply|also|at once|immediately|bitte|zuerst|erst|dann|sofort|d’abord|alors|primero|entonces),? )*'

const conditions =
  'before|unless|until|if|when|once|whenever|in case|after|bevor|wenn|falls|bis|sobald|avant|si|quand|lorsque|sauf|antes|cuando|salvo'
const nothing =
  'nothing|nobody|no one|none|no|nichts|niemande[mn]|keine?[mnrs]?|nada|ningún|ninguna|rien|aucune?|personne'

/** "Ask for a yes before you book." */
const orderFirst = new RegExp(`^${fillers}${order}[^.!?]*? (?:${conditions}) \\S`, 'iu')
/** "If somebody reports a smell of gas, name 112." */
const conditionFirst = new RegExp(`^(?:${conditions}|sollten?) [^.!?]*?[,:] ?${fillers}${order}`, 'iu')
/** "Book nothing." */
const orderNothing = new RegExp(`^${fillers}${order} (?:\\p{L}+ )?(?:${nothing})(?!\\p{L})`, 'iu')

/** Whether a sentence of a prompt orders something before or in a case, or orders that nothing be done. */
export function isConditionalOrder(sentence: string): boolean {
  return [orderFirst, conditionFirst, orderNothing].some((pattern) => pattern.test(sentence))
}
