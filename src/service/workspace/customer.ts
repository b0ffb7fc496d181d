export const callOutcomes = [
  'answers',
  'no answer',
  'cannot connect',
  'line error',
  'hangs up',
  'agent error',
  'drops',
] as const
export type PhoneOutcome = (typeof callOutcomes)[number]

/** A simulated customer, by number without plus. */
export interface SimulatedCustomer {
  number: string
  name: string | null
  /** The outcome of each attempt; the last one applies to all further attempts. */
  outcomes: PhoneOutcome[]
  /** What the customer says in a call that is answered, turn by turn. */
  says: string[]
  /** What happens after the last turn. */
  afterwards: 'hangs up' | 'stays silent'
}

/** What a customer does where nothing else is stated. */
export const usualCustomer: Omit<SimulatedCustomer, 'number'> = {
  name: null,
  outcomes: ['answers'],
  says: ['Hello?', 'Thank you, goodbye.'],
  afterwards: 'hangs up',
}

const magicEndings: Record<string, PhoneOutcome[]> = {
  '9001': ['no answer'],
  '9002': ['cannot connect'],
  '9003': ['line error'],
  '9004': ['hangs up'],
  '9005': ['agent error'],
  '9006': ['cannot connect', 'answers'],
  '9007': ['drops'],
}

/** The customer with a number, described or default; its last four digits may select an outcome, others answer. */
export function findCustomer(customers: readonly SimulatedCustomer[], number: string): SimulatedCustomer {
  const described = customers.find((customer) => customer.number === number)
  if (described !== undefined) return described
  return { ...usualCustomer, number, outcomes: magicEndings[number.slice(-4)] ?? ['answers'] }
}

/** The outcome of an attempt, counted from 0. */
export function phoneOutcome({ outcomes }: SimulatedCustomer, attempt: number): PhoneOutcome {
  return outcomes[Math.min(attempt, outcomes.length - 1)] ?? 'answers'
}
