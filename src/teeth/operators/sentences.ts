/** The sentences and lines of a text, each with what separates it from the next: joined they are the text. */
export function sentencesOf(text: string): string[] {
  return text.match(/[^\n]+?(?:[.!?。؟]+(?=\s|$)["')\]]*\s*|\n+|$)/g) ?? []
}
