import { describe, expect, it } from 'vitest'
import { said } from '../../engine/transcript/entries.fixture.ts'
import { resultOf, turnOf } from '../align/result.fixture.ts'
import { listDifferences } from './list-differences.ts'

const runs = (...replies: string[]) =>
  replies.map((text) => resultOf([turnOf(0, [said('user', 'Please.', 0), said('assistant', text, 1)])]))
const change = {
  changes: [{ level: 'reply', turn: 0, text: 'other words' }] as never,
  ways: null,
}
/** What `now` says that nobody approved, after `approved` was. */
function beyond(approved: string, now: string, published = 'Hello.'): string[] {
  const knownIds = listDifferences(runs(published), runs(approved), change).map(({ id }) => id)
  const differences = listDifferences(runs(published), runs(now), change)
  return differences.filter(({ id }) => !knownIds.includes(id)).map(({ text }) => text)
}

const refund = 'Your refund of $60.00 arrives on 4 May 2026.'

describe('what was approved does not cover', () => {
  it.each<[string, string]>([
    [refund, 'Your refund of -$60.00 arrives on 4 May 2026.'],
    [refund, 'Your refund of €60.00 arrives on 4 May 2026.'],
    [refund, 'Your refund of 60.00 % arrives on 4 May 2026.'],
    [refund, 'Your refund of $60.00 arrives on 5 April 2026.'],
    [refund, 'Your refund of $60.00 will never arrive on 4 May 2026.'],
    [refund, 'You owe us a refund of $60.00 until 4 May 2026.'],
    [refund, 'Your fee of $60.00 is charged on 4 May 2026.'],
    ['The fee is 60 dollars.', 'The fee is 60 Canadian dollars.'],
    ['The fee is 60 dollars.', 'The fee is 60 US dollars.'],
    ['The fee is 60 dollars.', 'The fee is 60 pounds.'],
    ['The fee is 60 dollars.', 'The fee is sixty cents.'],
    ['It takes 48 hours.', 'It takes 48 days.'],
    ['It takes 48 hours.', 'It takes 48 minutes.'],
    ['It takes 48 hours.', 'It takes at least 48 hours.'],
    ['It takes 48 hours.', 'It takes up to 48 hours.'],
    ['Call +1 415 555 0137.', 'Call +44 415 555 0137.'],
    ['Call +1 415 555 0137.', 'Call 415 555 0137.'],
    ['Order 104277 is ready.', 'Order 104277-B is ready.'],
    ['Order 104277 is ready.', 'Order R104277 is ready.'],
    ['We come on Monday at 4:30 pm.', 'We come on Tuesday at 4:30 pm.'],
    ['We come on Monday at 4:30 pm.', 'We come on Monday at 4:30 am.'],
    ['It is the second door, two of them.', 'It is the third door, two of them.'],
    ['It is the second door, two of them.', 'It is the second door, three of them.'],
    ['Es ist die zweite Tür.', 'Es ist die dritte Tür.'],
    ['The temperature is 12 degrees.', 'The temperature is -12 degrees.'],
    ['The temperature is 12 degrees.', 'The temperature is minus 12 degrees.'],
    ['The temperature is 12 degrees.', 'The temperature is \u221212 degrees.'],
    ['Version 2.10 costs 1.204 euros.', 'Version 2.1 costs 1.204 euros.'],
    ['Version 2.10 costs 1.204 euros.', 'Version 2.10 costs 1,204 euros.'],
    ['Fly from Berlin to Paris for 20 to 35 euros.', 'Fly from Paris to Berlin for 20 to 35 euros.'],
    ['Fly from Berlin to Paris for 20 to 35 euros.', 'Fly from Berlin to Paris for -20 to 35 euros.'],
    ['See [the terms](https://a.example/t).', 'See [the terms](https://evil.example/t).'],
    ['See [the terms](https://a.example/t).', 'See [the terms](https://a.example/u).'],
    ['Refund approved for Anna.', 'Refund denied for Anna.'],
    ['No, for 60 euros.', 'Yes, for 60 euros.'],
    ['Nein, für 60 Euro.', 'Ja, für 60 Euro.'],
    ['Your debt is 60 euros.', 'Your credit is 60 euros.'],
    ['Yes, that is possible for 60 euros.', 'No, that is possible for 60 euros.'],
    ['Yes, for 60 euros.', 'No, for 60 euros.'],
    ['Yes. It costs 60 euros.', 'No. It costs 60 euros.'],
    ['Sure, 60 euros.', 'Sorry, 60 euros.'],
    ['Ja, für 60 Euro.', 'Nein, für 60 Euro.'],
    ['Oui, pour 60 euros.', 'Non, pour 60 euros.'],
    ['Sí, por 60 euros.', 'No, por 60 euros.'],
    ['You get 60 euros.', 'You owe 60 euros.'],
    ['Your credit is 60 euros.', 'Your debt is 60 euros.'],
    ['Your balance is 60 euros.', 'Your debt is 60 euros.'],
    ['We pay 60 euros.', 'You pay 60 euros.'],
    ['60 euros are paid out.', '60 euros are outstanding.'],
    ['60 euros are paid out.', '60 euros are due.'],
    ['60 euros are paid out.', '60 euros are overdue.'],
    ['You receive 60 euros.', 'You must pay 60 euros.'],
    ['You receive 60 euros.', 'You have to pay 60 euros.'],
    ['You receive 60 euros.', 'You are liable for 60 euros.'],
    ['Guthaben: 60 Euro.', 'Schulden: 60 Euro.'],
    ['Sie bekommen 60 Euro.', 'Sie schulden 60 Euro.'],
    ['Sie bekommen 60 Euro.', 'Sie müssen 60 Euro zahlen.'],
    ['Sie bekommen 60 Euro.', 'Offener Betrag: 60 Euro.'],
    ['Vous recevez 60 euros.', 'Votre dette est de 60 euros.'],
    ['Recibe 60 euros.', 'Su deuda es de 60 euros.'],
    ['You are eligible for 60 euros.', 'You are ineligible for 60 euros.'],
    ['Allowed for 60 euros.', 'Forbidden for 60 euros.'],
    ['It is included in the 60 euros.', 'It is excluded from the 60 euros.'],
    ['A discount of 60 euros.', 'A surcharge of 60 euros.'],
    ['A discount of 60 euros.', 'A penalty of 60 euros.'],
    ['Your account is credited with 60 euros.', 'Your account is debited with 60 euros.'],
    ['The answer is yes: 60 euros.', 'The answer is no: 60 euros.'],
    ['With warranty for 60 euros.', 'Without warranty for 60 euros.'],
    ['Refund approved for Anna.', 'Refund approved for Bob.'],
  ])('%s: %s', (approved, now) => {
    expect(beyond(approved, now)).not.toEqual([])
    // Nor where something else was approved before.
    expect(beyond(approved, now, 'Your refund of $50.00 arrives on 3 May 2026.')).not.toEqual([])
  })
})

describe('what was approved covers other words for the same', () => {
  it.each<[string, string]>([
    [refund, 'On 4 May 2026 you get a refund of $60.00.'],
    [refund, 'We refund $60.00 on 4 May 2026.'],
    ['It takes 48 hours.', 'You have it in about 48 hours.'],
    ['It takes at least 48 hours.', 'Allow for a minimum of 48 hours.'],
    ['Call +1 415 555 0137.', 'Our number is +1 415 555 0137.'],
    ['Order 104277 is ready.', 'We have order 104277 here for you.'],
    ['It is the second door.', 'Take the second door on the left.'],
    ['The temperature is -12 degrees.', 'It is -12 degrees outside.'],
    ['Fly from Berlin to Paris.', 'Your flight goes to Paris from Berlin.'],
    ['The refund is approved for Anna.', 'Anna, your refund was approved.'],
  ])('%s: %s', (approved, now) => {
    expect(beyond(approved, now, 'Your visit costs $50.00, 3 of 4 were paid.')).toEqual([])
  })
})
