import { site } from '../../site.ts'
import { regionName } from './regions.ts'
import type { Contact, Fund, Provider } from './schema/directory.ts'
import type { Interpretation, News, Original } from './schema/documents.ts'

type Data = Record<string, unknown>

const publisher = { '@type': 'Organization', name: site.operator, email: site.email }

/** A declarable item. Its provider is the department, never this site. */
export function governmentService(data: Interpretation, address: string): Data {
  const dated = data.window?.kind === '申报期' ? data.window : undefined
  return {
    '@type': 'GovernmentService',
    name: data.title,
    alternateName: data.short,
    url: address,
    description: data.summary ?? data.gain,
    serviceType: data.support,
    areaServed: { '@type': 'AdministrativeArea', name: regionName(data.region) },
    provider: data.department && { '@type': 'GovernmentOrganization', name: data.department },
    audience: data.who && { '@type': 'BusinessAudience', audienceType: data.who },
    availableChannel: data.official && { '@type': 'ServiceChannel', serviceUrl: data.official.url },
    hoursAvailable: dated && {
      '@type': 'OpeningHoursSpecification',
      validFrom: dated.opens,
      validThrough: dated.closes,
    },
  }
}

export function questionsPage(questions: readonly { q: string; a: string }[]): Data {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ q, a }) => ({
      '@type': 'Question',
      name: q,
      acceptedAnswer: { '@type': 'Answer', text: a },
    })),
  }
}

/** An article of this site; a document has its issuers as authors. */
export function article(data: Original | News | Interpretation, address: string): Data {
  const issuers = 'issuers' in data ? data.issuers : []
  const day = data.published ?? ('made' in data ? data.made : undefined)
  return {
    '@type': 'Article',
    headline: data.title,
    alternativeHeadline: data.short,
    mainEntityOfPage: address,
    inLanguage: 'zh-CN',
    datePublished: day,
    dateModified: data.checked?.date ?? day,
    author:
      issuers.length > 0
        ? issuers.map((name) => ({ '@type': 'GovernmentOrganization', name }))
        : { '@type': 'Organization', name: data.source?.name ?? site.operator },
    publisher,
    isBasedOn: data.source?.url,
  }
}

export function organization(data: Provider | Fund, contact: Contact, address: string): Data {
  return {
    '@type': 'kind' in data ? 'FinancialService' : 'ProfessionalService',
    name: data.title,
    url: address,
    description: data.intro,
    areaServed: regionName(data.region),
    telephone: contact.phone,
    email: contact.email,
  }
}
