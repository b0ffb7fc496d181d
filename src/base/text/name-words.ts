/** The words of a text or a name in lower case: `orderId`, `order_id` and `Order id` all give order and id. */
export function nameWords(text: string): string[] {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
