/** What is allowed on a host that is not this machine, beyond reading and harmless talks. JSON-safe. */
export interface LiveSafety {
  /** `--allow-dispatch` was given: messages, calls and deletes may go to owned sinks. Has no effect without these. */
  dispatch: boolean
  /** Null if no file lists any. Has no effect without `dispatch`. */
  sinks: OwnedSinks | null
  /** The tools that agents may call: those declared harmless or allowed by name, or all. */
  tools: 'all' | readonly string[]
}

/** Nothing is allowed. */
export const strictSafety: LiveSafety = { dispatch: false, sinks: null, tools: [] }

/** Addresses that belong to whoever runs the tests: what is sent there reaches nobody else. JSON-safe. */
export interface OwnedSinks {
  /** The file that lists them, for messages. */
  file: string
  /** Only digits: a number is the same with or without a plus. */
  phoneNumbers: readonly string[]
  /** Compared exactly: services differ in which spellings they take for the same address. */
  emails: readonly string[]
  /** Workflows that may be triggered and whose waiting calls may be deleted. */
  workflows: readonly string[]
  /** Sessions of earlier messages to these addresses, which a message may continue. */
  sessions: readonly string[]
}

/** Whether every address in a text is listed; only plain numbers and whole email addresses are recognised. */
export function ownsAll(sinks: OwnedSinks, text: string): boolean {
  return text.split(/[,;]/).every((part) => {
    const address = part.trim()
    if (address === '') return true
    if (/^\+?\d{4,15}$/.test(address)) return sinks.phoneNumbers.includes(address.replace('+', ''))
    return sinks.emails.includes(address)
  })
}
