export const apologises: RegExp =
  /(?<!\p{L})(?:sorry|apolog\p{L}+|regret|leid|entschuldig\p{L}*|verzeih\p{L}*|bedauer\p{L}*|désolée?s?|excus\p{L}+|regrett\p{L}+|pardon|siento|lament\p{L}+|disculp\p{L}+|perdón\p{L}*)(?!\p{L})/iu
