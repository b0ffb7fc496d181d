/** Names of functions that only look something up: calling one again does no harm. English, German, French, Spanish. */
const looking = new RegExp(
  [
    '^(?:get|find|search|list|look_?up|check|load|fetch|read|query|count|calculate|think|show|describe|track|verify',
    '|suche|finde|zeige|hole|lies|lade|prüfe|pruefe|liste|chercher?|trouver?|lister?|afficher?|v[eé]rifier?|consulter?',
    '|busca|buscar|encuentra|encontrar|lista|listar|muestra|mostrar|consulta|consultar|obtener|ver)(?:_|$)',
    '|_(?:status|details|info|policy|suchen|finden|anzeigen|abfragen|auflisten|nachschlagen|prüfen|pruefen)$',
  ].join(''),
  'i',
)

/** Whether a function, judging by its name, does something that nobody wants done unasked or twice. */
export function acts(name: string): boolean {
  return !looking.test(name.replace(/(?<=[a-z])(?=[A-Z])|-/g, '_'))
}
