import { expect, it } from 'vitest'
import type { AgentSketch, SketchedTool } from './agent-sketch.ts'
import { draftRule } from './draft-rules.ts'
import type { Tongue } from './speech.ts'

const tool = (name: string, description: string, noun: string): SketchedTool => ({
  ...{ name, description, phases: ['during'], samples: [] },
  parameters: { type: 'object', properties: { [noun]: { type: 'string', examples: ['V-501'] } }, required: [noun] },
})
const sketch: AgentSketch = {
  ...{ agent: 'desk', version: 'default', handsOffTo: [], prompts: [], variables: [] },
  tools: [
    tool('cancel_visit', 'Cancels a visit.', 'visit_id'),
    tool('cancel_order', 'Cancels an order.', 'order_id'),
    tool('extend_loan', 'Verlängert die Ausleihe.', 'buch_nummer'),
    tool('find_patient', 'Finds a patient.', 'patient_id'),
  ],
}

it.each<[string, string | null, string, Tongue?]>([
  ['Never cancel a visit without asking.', 'I would like to cancel visit V-501.', '{"never":["cancel_visit"]}'],
  ['Always ask before you cancel an order.', 'I would like to cancel order V-501.', '{"never":["cancel_order"]}'],
  [
    'Verlängere nie ohne Bestätigung.',
    'Können Sie bitte die Ausleihe verlängern? Buch nummer: V-501.',
    '{"never":["extend_loan"]}',
    'de',
  ],
  ['Visits that are cancelled need a confirmation.', 'I would like to cancel visit V-501.', '"cancel_visit"'],
  ['Cancel a visit only if the patient asks for it.', 'Hello', '{"never":["cancel_visit"]}'],
  ['Verlängere nur, wenn der Leser darum bittet.', 'Guten Tag', '{"never":["extend_loan"]}', 'de'],
  ['Never give medical advice.', 'Please give medical advice.', '"never":["cancel_visit"'],
  ['You must not promise refunds.', 'Please promise refunds.', 'unfortunately'],
  ['Erteile niemals medizinischen Rat.', 'Ich möchte medizinischen Rat erteilen.', 'leider'],
  ['You must name 112 when the patient reports chest pain.', 'I have chest pain.', '{"contains":"112"}'],
  ['If a caller asks about fees, always say "ask at the desk".', 'I have a question about fees.', '"ask at the desk"'],
  ['Nenne immer die 112, wenn der Patient Brustschmerzen meldet.', 'Ich habe Brustschmerzen.', '"112"'],
  ['Answer in the language of the customer.', 'Guten Tag', '{"reply":{"language":"de"}}'],
  ['Antworte in der Sprache des Kunden.', 'Hello', '{"reply":{"language":"en"}}', 'de'],
  ['Reply in German only.', 'Hello', '{"reply":{"language":"de"}}'],
  ['If they write in French, answer in French.', 'Bonjour', '{"reply":{"language":"fr"}}'],
  ['Reply in German or French.', 'Hello', '{"reply":{"language":["de","fr"]}}'],
  ['If they write in Polish, answer in Polish.', null, ''],
  ['Never answer in English.', null, ''],
  ['Ask for a yes before you cancel a visit.', 'I would like to cancel visit V-501.', '{"never":["cancel_visit"]}'],
  ['If a caller reports a smell of gas, name 112.', 'I have a smell of gas.', '{"contains":"112"}'],
  ['Always ask for the birth date before you look up a patient.', null, ''],
  ['Never promise a refund that no tool has confirmed.', null, ''],
  ['Never say 112 when the patient reports pain.', null, ''],
  ['Always be polite.', null, ''],
  ['Never reveal the key <key 1>.', null, ''],
])('%s', (rule, user, expected, tongue = 'en') => {
  const draft = draftRule(rule, { sketch, pool: new Map(), tongue })
  const [turn] = (draft?.turns ?? []) as { user: string; expect: object }[]
  expect(turn?.user ?? null).toBe(user)
  expect(JSON.stringify(turn?.expect ?? '')).toContain(expected)
})
