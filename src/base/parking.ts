import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * Stand-ins for plain records: the same members, enumerable and writable as before, but packed and opened on demand.
 * Each takes some 130 bytes, whatever it holds. What is read of one is a copy, so that the identity of nested objects
 * lasts only as long as its chunk is open. Records that hold functions come back as they are. The member `outside` is not
 * packed: one that others hold as well.
 */
export function park<T extends object>(records: readonly T[], outside?: keyof T): T[] {
  return Array.from({ length: Math.ceil(records.length / chunkSize) }, (_, index) =>
    parkChunk(records.slice(index * chunkSize, (index + 1) * chunkSize), outside),
  ).flat()
}

/** What is opened for one record is opened for its neighbours, which are mostly read next. */
export const chunkSize = 64

/** So many may be read in turns, as by conversations that run at once in any order, without being opened anew. */
const openAtOnce = 16

interface Chunk {
  packed: Uint8Array
}

function parkChunk<T extends object>(records: T[], outside?: keyof T): T[] {
  const isPackable = ([key, value]: [string, unknown]): boolean => key !== outside && !isStandIn(value)
  const packed = pack(records.map((record) => Object.fromEntries(Object.entries(record).filter(isPackable))))
  if (packed === null) return records
  const chunk: Chunk = { packed }
  return records.map((record, index) => {
    const standIn = {}
    Object.defineProperty(standIn, chunkOf, { value: chunk }) // not enumerable: a copy has the members alone
    Object.defineProperty(standIn, indexOf, { value: index })
    for (const member of Object.entries(record)) {
      const [key, value] = member
      Object.defineProperty(standIn, key, isPackable(member) ? accessor(key) : { ...plain, value })
    }
    return standIn as T
  })
}

/** As a member of another, it stays one. */
const isStandIn = (value: unknown): boolean => typeof value === 'object' && value !== null && chunkOf in value

const plain: PropertyDescriptor = { enumerable: true, configurable: true, writable: true }

function pack(records: unknown[]): Uint8Array | null {
  try {
    return new Uint8Array(deflateRawSync(serialize(records), { level: 1 })) // a copy: the output keeps 16 kB alive
  } catch {
    return null
  }
}

const chunkOf = Symbol('chunk')
const indexOf = Symbol('index')

interface Parked {
  [chunkOf]: Chunk
  [indexOf]: number
}

const opened = new Map<Chunk, Record<string, unknown>[]>()

/** The one that was not asked for longest is closed first. */
function open(chunk: Chunk): Record<string, unknown>[] {
  const records = opened.get(chunk) ?? (deserialize(inflateRawSync(chunk.packed)) as Record<string, unknown>[])
  opened.delete(chunk)
  opened.set(chunk, records)
  const [oldest] = opened.keys()
  if (opened.size > openAtOnce && oldest !== undefined) opened.delete(oldest)
  return records
}

const accessors = new Map<string, PropertyDescriptor>()

/** The same for all records, so that they share one hidden class. */
function accessor(key: string): PropertyDescriptor {
  const before = accessors.get(key)
  if (before !== undefined) return before
  const descriptor: PropertyDescriptor & ThisType<Parked> = {
    enumerable: true,
    configurable: true,
    get() {
      return open(this[chunkOf])[this[indexOf]]?.[key]
    },
    set(value: unknown) {
      Object.defineProperty(this, key, { ...plain, value })
    },
  }
  accessors.set(key, descriptor)
  return descriptor
}

/** A map of texts that are packed and opened on demand, such as the files of large suites. */
export class ParkedTexts extends Map<string, string> {
  override set(key: string, text: string): this {
    return super.set(key, deflateRawSync(text, { level: 1 }).toString('latin1'))
  }

  override get(key: string): string | undefined {
    const packed = super.get(key)
    return packed === undefined ? undefined : inflateRawSync(Buffer.from(packed, 'latin1')).toString()
  }

  override *entries(): MapIterator<[string, string]> {
    for (const key of this.keys()) yield [key, this.get(key) ?? '']
  }

  override *values(): MapIterator<string> {
    for (const [, text] of this.entries()) yield text
  }

  override [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries()
  }
}
