import { text } from '../../suite/yaml/scalar.ts'
import { refuseType, type Shape } from '../../suite/yaml/shape.ts'
import { isPhoneNumber } from './phone-number.ts'

/** A phone number with its country code. */
export const phoneNumber: Shape<string> = {
  read(node, reading) {
    const read = text.read(node, reading)
    if (read === undefined || isPhoneNumber(read)) return read
    return refuseType(reading, node, 'a phone number of 7 to 15 digits with its country code, such as +15550100')
  },
  schema: () => ({ type: ['string', 'number'], pattern: '^\\+?\\d{7,15}$' }),
}
