import { readLanguages } from '../expect/words/language.ts'
import type { AgentSketch } from './agent-sketch.ts'

export type Tongue = 'en' | 'de' | 'fr' | 'es'

interface Speech {
  hello: string
  yes: string
  /** Asks for a person, and for another agent by its name. */
  person: string
  colleague(name: string): string
  /** Asks for something in an infinitive, and in other words. */
  asks(infinitive: string): string
  wishes(infinitive: string): string
  /** Asks for something of which only a name is known. */
  names(topic: string): string
  wants(infinitive: string): string
  /** Alternatives of a pattern: an agent asks whether it should. */
  confirming: string
  /** The same: something is not there, not possible or not done. */
  declining: string
  /** The same: it can do something else. */
  offering: string
}

export const speeches: Readonly<Record<Tongue, Speech>> = {
  en: {
    ...{ hello: 'Hello', yes: 'Yes, please', person: 'I would like to speak to a person, please.' },
    colleague: (name) => `I would like to speak to the ${name}, please.`,
    asks: (infinitive) => `Please ${infinitive}.`,
    wishes: (infinitive) => `I would like to ${infinitive}.`,
    names: (topic) => `Please ${topic}.`,
    wants: (infinitive) => `to ${infinitive}`,
    confirming:
      'really|are you sure|confirm|shall I|should I|would you like|do you want|is (?:that|this) (?:right|correct|ok)|go ahead|proceed',
    declining:
      "not|no|cannot|\\p{L}+n['’]t|none|nothing|nobody|never|unable|unknown|unfortunately|invalid|sorry|fail\\p{L}*|errors?|problems?|wrong|later|full|already",
    offering: 'can|instead|help',
  },
  de: {
    ...{ hello: 'Guten Tag', yes: 'Ja, bitte', person: 'Ich möchte bitte mit einem Menschen sprechen.' },
    colleague: (name) => `Ich möchte bitte mit ${name} sprechen.`,
    asks: (infinitive) => `Ich möchte ${infinitive}.`,
    wishes: (infinitive) => `Können Sie bitte ${infinitive}?`,
    names: (topic) => `Es geht um: ${topic}.`,
    wants: (infinitive) => infinitive,
    confirming:
      'wirklich|sicher|bestätig|soll ich|möchten Sie|möchtest du|wollen Sie|willst du|einverstanden|stimmt das',
    declining:
      'nichts?|kein\\p{L}*|nie|niemand|leider|un(?:bekannt|möglich|gültig)\\p{L}*|entschuldig\\p{L}*|leid|bedauer\\p{L}*|fehl\\p{L}*|problem\\p{L}*|später|voll|bereits',
    offering: 'kann|können|stattdessen|helfen',
  },
  fr: {
    ...{ hello: 'Bonjour', yes: 'Oui, s’il vous plaît', person: 'Je voudrais parler à une personne, s’il vous plaît.' },
    colleague: (name) => `Je voudrais parler à ${name}, s’il vous plaît.`,
    asks: (infinitive) => `Je voudrais ${infinitive}.`,
    wishes: (infinitive) => `Pouvez-vous ${infinitive} ?`,
    names: (topic) => `J’ai une demande : ${topic}.`,
    wants: (infinitive) => infinitive,
    confirming: 'vraiment|sûre?s?|confirm|dois-je|souhaitez-vous|voulez-vous|veux-tu|d.accord|est-ce (?:bien|correct)',
    declining:
      'ne|n|pas|aucune?|rien|jamais|impossible|inconnue?s?|introuvable|malheureusement|désolée?s?|excus\\p{L}+|erreur|problème|plus tard|complet|déjà',
    offering: 'peux|pouvons|aider',
  },
  es: {
    ...{ hello: 'Hola', yes: 'Sí, por favor', person: 'Quisiera hablar con una persona, por favor.' },
    colleague: (name) => `Quisiera hablar con ${name}, por favor.`,
    asks: (infinitive) => `Quisiera ${infinitive}.`,
    wishes: (infinitive) => `¿Puede ${infinitive}?`,
    names: (topic) => `Tengo una consulta: ${topic}.`,
    wants: (infinitive) => infinitive,
    confirming: 'seguro|confirm|debo|quiere|quieres|desea|le gustaría|procedo|de acuerdo|es correcto',
    declining:
      'no|ningun[oa]|ningún|nada|nunca|imposible|desconocid[oa]s?|siento|lament\\p{L}+|disculp\\p{L}+|error|fall\\p{L}*|problema|más tarde|complet[oa]|ya',
    offering: 'puedo|podemos|ayudar',
  },
}

/** The language of an agent's prompts and descriptions; English where it is another, or cannot be told. */
export function tongueOf({ prompts, tools }: AgentSketch): Tongue {
  const { main } = readLanguages([...prompts, ...tools.map(({ description }) => description)].join('\n'))
  return main === 'de' || main === 'fr' || main === 'es' ? main : 'en'
}

/** A pattern of whole words in any case, or of `also`. */
export const wordsAs = (alternatives: string, also?: string): string =>
  `/(^|[^\\p{L}])(${alternatives})([^\\p{L}]|$)${also === undefined ? '' : `|${also}`}/i`
