import { describe, expect, it } from 'vitest'
import { asksAgain, asksSomething, lackedQuestion, offersHelp } from './asked.ts'

/** How agents end a talk. */
const closings = [
  'Your order 2077 has been cancelled. Is there anything else I can help you with?',
  'Anything else?',
  'Done! Your order 2077 is cancelled. Does that help?',
  'I have cancelled order 2077. Would you like a receipt by email?',
  'Cancelled. Do you have any other questions?',
  'Done?',
  'All good?',
  'Is that all?',
  'Was that helpful?',
  'Did that answer your question?',
  'Does this solve your problem?',
  'Has this resolved your issue?',
  'Are you happy with that?',
  'What else can I do for you?',
  'How else can I help?',
  'Can I do anything more for you?',
  'Are we good?',
  'How would you rate our service today?',
  'How did I do?',
  'Please let me know if you need more.',
  'Let me know if there is something else.',
  'The refund was issued. Shall I also send you the invoice?',
  'Your booking has been changed. Do you want to see our offers?',
  'I cancelled your order, is that okay?',
  'Any further questions?',
  'Ihre Bestellung ist storniert. Kann ich sonst noch etwas für Sie tun?',
  'Haben Sie noch Fragen?',
  'War das alles?',
  'Hilft Ihnen das weiter?',
  'Erledigt. Möchten Sie eine Bestätigung per E-Mail?',
  'Sind Sie damit zufrieden?',
  '¿Algo más?',
  '¿Hay algo más en lo que pueda ayudarle?',
  '¿Tiene alguna otra pregunta?',
  'Su pedido está cancelado. ¿Desea un recibo?',
  '¿Eso es todo?',
  'Autre chose ?',
  "Avez-vous d'autres questions ?",
  'Puis-je vous aider avec autre chose ?',
  'Votre commande est annulée. Voulez-vous un reçu ?',
  'Cela vous convient-il ?',
]

/** What a card may lack. */
const lacks = [
  'What is your shoe size?',
  'Please tell me your zip code and the town.',
  'Which colour?',
  'Could you give me your date of birth?',
  'I found your order. Shall I cancel it?',
  'Are you sure?',
  'Do you really want to cancel order 2077?',
  'I have located the order. Would you like me to refund it?',
  'I have cancelled it. What is your email for the receipt?',
  'Is it a gift?',
  'Did you buy it online or in a shop?',
  'I need your passport number.',
  'Welche Schuhgröße haben Sie?',
  'Wollen Sie wirklich stornieren?',
  'Bitte nennen Sie mir Ihre Kundennummer.',
  '¿Cuál es su talla?',
  '¿Está seguro?',
  'Quelle est votre pointure ?',
  'Veuillez indiquer votre code postal.',
]

describe('a question of an agent', () => {
  it.each(closings)('closes the talk: %s', (reply) => expect(lackedQuestion(reply)).toBeNull())
  it.each(lacks)('asks for what a card may lack: %s', (reply) => expect(lackedQuestion(reply)).not.toBeNull())
  it.each([
    'Wie kann ich Ihnen helfen?',
    '¿En qué puedo ayudarle?',
    'Comment puis-je vous aider ?',
    'How can I help you?',
  ])('offers help: %s', (reply) => expect([offersHelp(reply), lackedQuestion(reply)]).toEqual([true, null]))
  it.each([
    'Sorry, could you repeat that?',
    'What was that again?',
    'I did not catch that.',
    'Können Sie das noch einmal sagen?',
    '¿Puede repetir?',
    'Pouvez-vous répéter ?',
  ])('asks to hear it again: %s', (reply) => expect(asksAgain(reply)).toBe(true))
  it.each(['Your order is on its way.', 'Thank you.', 'Ihre Bestellung ist storniert.'])('is none: %s', (reply) =>
    expect(asksSomething(reply)).toBe(false),
  )
})
