import { type FormatName, formatNames, formatOf } from '../../src/app/formats/formats.ts'

/** The flag of every format that a verb has, or of these, each to a file of that name with the ending of its format. */
export function reportFlags(
  name: string,
  formats: readonly FormatName[] | { verb: string } = formatNames,
): { args: string[]; files: string[] } {
  const selection =
    'verb' in formats ? formatNames.filter((each) => formatOf(each).without?.[formats.verb] === undefined) : formats
  const files = selection.map((format) => `${name}.${formatOf(format).ending}`)
  return { args: selection.flatMap((format, index) => [`--${format}`, files[index] ?? '']), files }
}
