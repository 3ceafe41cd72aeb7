import { addColleague, addInvitation, addSession, inviteFromElsewhere, ownCode } from '../company.ts'
import { type MakeSample, naming, namingNothing } from '../sample.ts'

const about: MakeSample = async () => namingNothing()

export const COMPANY_SAMPLES: Readonly<Record<string, MakeSample>> = {
  readProfile: about,
  changeProfile: async ({ secret }) => namingNothing({ body: { name: secret, legal_person: secret } }),
  listColleagues: async (company) => {
    await addInvitation(company)
    return namingNothing()
  },
  removeColleague: async (company) => naming({ id: await addColleague(company) }, (params) => ({ params })),
  createInvitation: about,
  revokeInvitation: async (company) => naming({ id: await addInvitation(company) }, (params) => ({ params })),
  joinCompany: async (company) => namingNothing({ body: { code: await inviteFromElsewhere(company) } }),
  'prove to get a code': async () => namingNothing({ body: {} }),
  prove: async (company) => namingNothing({ body: { captcha: await ownCode(company) } }),
  endSessions: async (company) => naming({ id: await addSession(company) }, (query) => ({ query })),
  listSessions: about,
  'endSessions of all others': about,
  exportCompany: about,
  requestDeletion: about,
  cancelDeletion: about,
}
