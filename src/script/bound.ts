import { refuse, refuseType, type Shape } from '../grammar/shape.ts'

/** Any finite number. */
export const anyNumber: Shape<number> = {
  read(node, reading) {
    if (node.kind === 'scalar' && typeof node.value === 'number' && Number.isFinite(node.value)) return node.value
    return refuseType(reading, node, 'a number', 'write it in digits, without quotes')
  },
  schema: () => ({ type: 'number' }),
}

/** Two numbers, the smaller first. */
export const numberPair: Shape<[number, number]> = {
  read(node, reading) {
    if (node.kind !== 'list' || node.items.length !== 2)
      return refuseType(reading, node, 'two numbers, [from, to]', 'write for example [1, 60]')
    const [first, second] = node.items.map((item) => anyNumber.read(item, reading))
    if (first === undefined || second === undefined) return undefined
    if (first > second)
      return refuse(
        reading,
        'wrong-value',
        node.at,
        `nothing lies between ${first} and ${second}`,
        'write the smaller number first',
      )
    return [first, second]
  },
  schema: () => ({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }),
}

/** An ISO 8601 date or date-time, or a `{{variable}}` that will hold one. */
export const instant: Shape<string> = {
  read(node, reading) {
    if (node.kind !== 'scalar' || node.value === null)
      return refuseType(reading, node, 'a date', 'write it as 2026-03-01 or 2026-03-01T09:00:00Z')
    if (node.source.includes('{{') || !Number.isNaN(Date.parse(node.source))) return node.source
    return refuse(
      reading,
      'wrong-value',
      node.at,
      `"${node.source}" is not a date`,
      'write it as 2026-03-01 or 2026-03-01T09:00:00Z',
    )
  },
  schema: () => ({ type: 'string' }),
}
