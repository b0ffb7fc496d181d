import { list, oneOrMore } from '../../suite/yaml/list.ts'
import { optional, record, required } from '../../suite/yaml/record.ts'
import { text, word } from '../../suite/yaml/scalar.ts'
import type { Shape } from '../../suite/yaml/shape.ts'
import { type Customer, callOutcomes } from './customer.ts'
import { withoutPlus } from './phone-number.ts'
import { phoneNumber } from './phone-number-shape.ts'

const shape = record('a customer', {
  number: required('number', phoneNumber, 'The number that calls reach.'),
  name: optional('name', text, 'The name that sessions show.'),
  outcomes: optional('calls', oneOrMore('outcomes', word(callOutcomes)), 'What becomes of each attempt to call.'),
  says: optional('says', list('texts', text), 'What the customer says in a call, turn by turn.'),
  afterwards: optional('afterwards', word(['hangs up', 'stays silent']), 'What happens after the last of it.'),
})

/** How one customer behaves when called. */
export const customerShape: Shape<Customer> = {
  read(node, reading) {
    const read = shape.read(node, reading)
    if (read === undefined) return undefined
    const {
      number,
      name = null,
      outcomes = ['answers'],
      says = ['Hello?', 'Thank you, goodbye.'],
      afterwards = 'hangs up',
    } = read
    return { number: withoutPlus(number), name, outcomes: [...outcomes], says, afterwards }
  },
  schema: (definitions) => shape.schema(definitions),
}
