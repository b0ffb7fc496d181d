/** Whether a word names a version of an agent, in the form that the service accepts: `default`, `draft`, or a number. */
export const isVersion = (word: string): boolean => /^(?:default|draft|\d+)$/.test(word)

/** Whether a word names a version of an agent, or what people take for one. */
export const isVersionWord = (word: string): boolean =>
  isVersion(word.toLowerCase()) || /^(?:latest|published)$/i.test(word)
