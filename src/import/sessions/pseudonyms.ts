const beginnings = ['Ba', 'De', 'Fi', 'Go', 'Ju', 'Ka', 'Lu', 'Mo', 'Ne', 'Po', 'Ri', 'Sa', 'Te', 'Vo', 'Zu']
const endings = ['dan', 'lor', 'mik', 'nes', 'pal', 'rin', 'sto', 'tova', 'vek', 'wen', 'xan', 'bru', 'gal']

/** Makes stand-ins for private values; the same value always gets the same one. */
export interface Pseudonyms {
  /** For one word of a name, in lower case; the result is capitalised. */
  name(word: string): string
  /** For a phone or card number: as many digits, alike for phone numbers with the same last nine. */
  digits(digits: string): string
  street(street: string): string
  /** For a date of birth: a year. */
  year(date: string): number
  /** For anything else, by kind. */
  other(kind: string, value: string): string
}

/** `taken` are the words of real names, in lower case; none of them is used as a pseudonym. */
export function createPseudonyms(names: ReadonlySet<string>): Pseudonyms {
  const standIns = new Map<string, string>()
  const counts = new Map<string, number>()
  const next = (kind: string): number => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count
  }
  const once = (of: string, value: string, make: (count: number) => string): string => {
    const kind = isDate(value) ? 'date' : of
    const key = `${kind} ${value.toLowerCase()}`
    const pseudonym = standIns.get(key) ?? make(next(kind))
    standIns.set(key, pseudonym)
    return pseudonym
  }
  const makeName = (count: number): string => {
    const name = nameNumber(count - 1)
    return names.has(name.toLowerCase()) ? makeName(next('name')) : name
  }
  return {
    name: (word) => once('name', word, makeName),
    digits(digits) {
      if (digits.length > 12)
        return once('card', digits, (count) => `${digits.charAt(0)}${String(count).padStart(digits.length - 1, '0')}`)
      const tail = digits.slice(-9)
      const digitText = once(`digits ${tail.length}`, tail, (count) => {
        const padded = String(count).padStart(tail.length, '0').slice(-tail.length)
        return tail.length === 9 ? `555${padded.slice(3)}` : padded
      })
      return `${digits.slice(0, -9)}${digitText}`
    },
    street: (street) => once('street', street, (count) => `${count} Sample Street`),
    year: (date) => Number(once('year', `of ${date}`, (count) => String(1930 + (count % 70)))),
    other: (kind, value) => once(kind, value, (count) => standIn(kind, value, count)),
  }
}

/** Badan, Delor, Fimik, …: consecutive names share neither beginning nor end. */
function nameNumber(index: number): string {
  const [first, last] = [beginnings.length, endings.length]
  const round = Math.floor(index / (first * last))
  const name = `${beginnings[index % first]}${endings[(index + Math.floor(index / first)) % last]}`
  return round === 0 ? name : `${name}${endings[round % last]}`
}

function isDate(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value)
}

function standIn(kind: string, value: string, count: number): string {
  if (kind === 'email') return `person${count}@example.com`
  if (kind === 'network address' && /^[\d.]+$/.test(value)) return `192.0.${2 + (count >> 8)}.${count & 255}`
  if (isDate(value)) return new Date(Date.UTC(1970, 0, count)).toISOString().slice(0, 10)
  if (kind === 'signature') return `${value.slice(0, value.indexOf('='))}=hidden${count}`
  return `${kind.replace(/\W/g, '-')}-hidden-${count}`
}
